import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { contentFor } from '../../tools/pack.mjs';
import { root } from '../bed/registration.mjs';

const files = contentFor('chromium').map(([name, bytes]) => ({ name, text: bytes.toString() }));
const read = (/** @type {string} */ language) => JSON.parse(files.find(({ name }) => name === `_locales/${language}/messages.json`)?.text ?? '');
const english = read('en');
const german = read('de');

/** Everything in the package that names a message, in quotes or as __MSG_…__. */
const mentioned = () => {
  const sources = files.filter(({ name }) => /\.(js|html|json)$/.test(name) && !name.startsWith('_locales/'));
  const names = new Set();
  for (const { text } of sources) {
    for (const [, quoted, manifest] of text.matchAll(/['"`]([A-Za-z]\w*)['"`]|__MSG_(\w+)__/g)) names.add(quoted ?? manifest);
    // text(`stage_${…}`): every message with that beginning counts as used.
    for (const [, beginning] of text.matchAll(/text\(`(\w+_)\$\{/g)) {
      for (const id of Object.keys(english)) if (id.startsWith(beginning)) names.add(id);
    }
    for (const [, first, second] of text.matchAll(/\? '(\w+)' : '(\w+)'\}_\$\{/g)) {
      for (const id of Object.keys(english)) if (id.startsWith(`${first}_`) || id.startsWith(`${second}_`)) names.add(id);
    }
  }
  return names;
};

test('locales: both languages have the same messages with the same places to fill', () => {
  assert.deepEqual(Object.keys(german), Object.keys(english));
  for (const [id, message] of Object.entries(english)) {
    assert.deepEqual(german[id].placeholders, message.placeholders, id);
    for (const place of Object.keys(message.placeholders ?? {})) {
      assert.match(message.message, new RegExp(`\\$${place}\\$`), id);
      assert.match(german[id].message, new RegExp(`\\$${place}\\$`), id);
    }
  }
});

test('locales: every message tells a translator where it appears', () => {
  for (const [id, message] of Object.entries({ ...english, ...german })) assert.ok(message.description?.length > 10, id);
});

test('locales: every message is used', () => {
  const names = mentioned();
  assert.deepEqual(Object.keys(english).filter((id) => !names.has(id)), []);
});

test('locales: every message that is named exists', () => {
  const wanted = new Set();
  for (const { name, text } of files) {
    if (name.endsWith('.js')) for (const [, id] of text.matchAll(/\btext\('([^'@]+)'/g)) wanted.add(id);
    if (name.endsWith('.js')) for (const [, id] of text.matchAll(/text: '(\w+)', action/g)) wanted.add(id);
    if (name.endsWith('.html')) for (const [, id] of text.matchAll(/data-(?:text|label)="(\w+)"/g)) wanted.add(id);
    if (name === 'manifest.json') for (const [, id] of text.matchAll(/__MSG_(\w+)__/g)) wanted.add(id);
  }
  assert.ok(wanted.size > 50);
  assert.deepEqual([...wanted].filter((id) => !english[id]), []);
});

test('locales: each action of a failure has a label', async () => {
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

test('locales: the description fits the stores', () => {
  for (const language of [english, german]) assert.ok(language.extensionDescription.message.length <= 132);
});
