/** Makes the fake browser speak a language of the extension, with its real messages. */
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../harness/registration.mjs';
import './fake-browser.mjs';

/** @param {'en' | 'de'} language */
export const speak = (language) => {
  const messages = JSON.parse(fs.readFileSync(path.join(root, `extension/src/_locales/${language}/messages.json`), 'utf8'));
  /** @type {any} */ (globalThis).chrome.i18n = {
    getUILanguage: () => language,
    getMessage: (/** @type {string} */ id, /** @type {string[]} */ values = []) => {
      const { message = '', placeholders = {} } = messages[id] ?? {};
      return message.replace(/\$(\w+)\$/g, (/** @type {string} */ _, /** @type {string} */ name) => values[Number(placeholders[name.toLowerCase()].content.slice(1)) - 1] ?? '');
    },
  };
};
