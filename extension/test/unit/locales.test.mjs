import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { contentFor } from '../../tools/pack.mjs';
import { root } from '../harness/registration.mjs';

const files = contentFor('chromium').map(([name, bytes]) => ({ name, text: bytes.toString() }));
const read = (/** @type {string} */ language) => JSON.parse(files.find(({ name }) => name === `_locales/${language}/messages.json`)?.text ?? '');
const english = read('en');
const german = read('de');

const scripts = files.filter(({ name }) => name.endsWith('.js') && !name.startsWith('vendor/'));

/** Message ids that scripts, pages and the manifest name literally. */
const namedIds = () => {
  /** @type {[ending: string, pattern: RegExp][]} */
  const patterns = [
    ['.js', /\btext\(\s*'([^'@]+)'/g],
    ['.js', /\btext\([^()]*\? '(\w+)' : '(\w+)'/g],
    ['.js', /\btext: '(\w+)', action/g],
    ['.js', /\[?'(fact[A-Z]\w+)'/g],
    ['.js', /: '((?:factor|wall|extent)[A-Z]\w+)'/g],
    ['.js', /\bfact\('(\w+)'/g],
    ['.js', /\bshowTable\('\w+', '(\w+)'/g],
    ['.js', /\btitle: '(menu\w+)'/g],
    ['.html', /data-(?:text|label|hint)="(\w+)"/g],
    ['manifest.json', /__MSG_(\w+)__/g],
  ];
  const ids = new Set();
  for (const { name, text } of files) {
    for (const [ending, pattern] of patterns) {
      if (!name.endsWith(ending)) continue;
      for (const [, ...found] of text.matchAll(pattern)) for (const id of found) if (id) ids.add(id);
    }
  }
  return ids;
};

/** Prefixes of message ids that scripts complete at run time, such as stage_ in text(`stage_${stage}`). */
const prefixes = new Set(scripts.flatMap(({ text }) => [...text.matchAll(/`([a-z]+_)\$\{/g)].map(([, prefix]) => prefix)));

/** @param {string} id */
const hasPrefix = (id) => [...prefixes].some((prefix) => id.startsWith(prefix));

test('locales: both languages have the same messages with the same placeholders', () => {
  assert.deepEqual(Object.keys(german), Object.keys(english));
  for (const [id, message] of Object.entries(english)) {
    assert.deepEqual(german[id].placeholders, message.placeholders, id);
    for (const name of Object.keys(message.placeholders ?? {})) {
      assert.match(message.message, new RegExp(`\\$${name}\\$`), id);
      assert.match(german[id].message, new RegExp(`\\$${name}\\$`), id);
    }
  }
});

test('locales: every message has a description for translators, the same in both languages', () => {
  for (const [id, message] of Object.entries(english)) {
    assert.ok(message.description?.length > 10, id);
    assert.equal(german[id].description, message.description, id);
  }
});

test('locales: every message is used', () => {
  const named = namedIds();
  assert.deepEqual(Object.keys(english).filter((id) => !named.has(id) && !hasPrefix(id)), []);
});

test('locales: every message that is used exists', () => {
  const named = namedIds();
  assert.ok(named.size > 150, `${named.size} ids found`);
  assert.deepEqual([...named].filter((id) => !english[id]), []);
  assert.ok(prefixes.size > 10, `${prefixes.size} prefixes found`);
  assert.deepEqual([...prefixes].filter((prefix) => !Object.keys(english).some((id) => id.startsWith(prefix))), []);
});

test('locales: no two ids differ only in case or underscores', () => {
  const plain = Object.keys(english).map((id) => id.replaceAll('_', '').toLowerCase());
  assert.deepEqual(plain.filter((id, n) => plain.indexOf(id) !== n), []);
});

test('locales: the German texts address the reader formally and use one term for each thing', () => {
  const unwanted = /\b(du|dir|dich|dein\w*|Rechner\w*|Verlässlichkeit|Zuversicht|Verfahren|Fassung \$|Methoden?)\b/;
  assert.deepEqual(Object.keys(german).filter((id) => unwanted.test(german[id].message)), []);
});

test('locales: the language tag is that of the folder', () => {
  assert.equal(english.languageTag.message, 'en');
  assert.equal(german.languageTag.message, 'de');
});

test('locales: every action of a failure has a label', async () => {
  const { failures } = await import('../../src/failure.js');
  for (const [name, { action }] of Object.entries(failures)) {
    if (action !== 'save' && action !== 'copy') assert.ok(english[`action_${action}`], `${name}: ${action}`);
  }
});

test('locales: docs/troubleshooting.md explains the sentence of every failure', async () => {
  const { failures } = await import('../../src/failure.js');
  const explained = fs.readFileSync(path.join(root, 'docs/troubleshooting.md'), 'utf8');
  for (const { text } of Object.values(failures)) assert.ok(explained.includes(`| ${english[text].message} |`), text);
});

test('locales: the description is within the stores’ limit of 132 characters', () => {
  for (const language of [english, german]) assert.ok(language.extensionDescription.message.length <= 132);
});
