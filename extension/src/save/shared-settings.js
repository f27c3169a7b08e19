/**
 * The same settings in every browser, if the reader wants that: they are kept in the
 * host's settings file. The file is read when the popup or the options page opens,
 * and written when a setting changes.
 */
import { api } from '../browser.js';
import { host } from '../background/convert.js';
import { defaults } from '../settings.js';

const key = 'shareSettings';

// Consent to requests, and the action of the toolbar button, are chosen in each browser.
const ofThisBrowser = new Set(['askOrigin', 'oneClick', 'oneClickAsked']);

/** @returns {Promise<boolean>} */
export const settingsAreShared = async () => (await api.storage.local.get(key))[key] === true;

/** The part of the settings that is shared. @param {Record<string, unknown>} settings */
const sharedPart = (settings) =>
  Object.fromEntries(Object.keys(defaults).filter((name) => !ofThisBrowser.has(name)).map((name) => [name, settings[name]]));

/** @returns {Promise<Record<string, unknown>>} */
const current = async () => ({ ...defaults, .../** @type {object} */ ((await api.storage.local.get('settings')).settings) });

/** Whether two settings have the same shared part. @param {Record<string, unknown>} a @param {Record<string, unknown>} b */
const same = (a, b) => JSON.stringify(sharedPart(a)) === JSON.stringify(sharedPart(b));

/** Takes over known settings of the right type. @param {Record<string, unknown>} options of the file */
const adopt = async (options) => {
  const before = await current();
  const known = Object.entries(options).filter(([name, value]) => name in sharedPart(before) && typeof value === typeof before[name]);
  const settings = { ...before, ...Object.fromEntries(known) };
  if (!same(settings, before)) await api.storage.local.set({ settings });
};

/** Reads the file's settings, if settings are shared. */
export const pullSettings = async () => {
  if (!(await settingsAreShared())) return;
  const { options } = await host.ask({ t: 'options' });
  if (options) await adopt(options);
};

/**
 * Switches sharing. The settings of the file win; without any, this browser's are
 * written to it.
 * @param {boolean} on
 */
export const shareSettings = async (on) => {
  if (on) {
    const { options } = await host.ask({ t: 'options' });
    if (options) await adopt(options);
    else await host.ask({ t: 'options', set: sharedPart(await current()) });
  }
  await api.storage.local.set({ [key]: on });
};

/** Writes a change of this browser to the file. @param {{ [name: string]: chrome.storage.StorageChange }} changes */
export const pushSettings = async ({ settings }) => {
  if (!settings || !(await settingsAreShared())) return;
  const now = { ...defaults, .../** @type {object} */ (settings.newValue) };
  const { options } = await host.ask({ t: 'options' });
  if (options && same(options, now)) return; // it came from the file
  await host.ask({ t: 'options', set: { ...options, ...sharedPart(now) } });
};
