import assert from 'node:assert/strict';
import test from 'node:test';
import './fake-browser.mjs';
const { defaults, hostOptions, loadSettings } = await import('../../src/settings.js');
const { inFormat } = await import('../../src/formats.js');

test('settings: comments are on with depth 3 by default', () => {
  assert.equal(hostOptions(defaults).comments, true);
  assert.equal(hostOptions(defaults).commentDepth, 3);
  assert.equal(hostOptions(defaults).commentLimit, 0);
  assert.equal(hostOptions({ ...defaults, commentLimit: 50 }).commentLimit, 50);
  assert.equal(hostOptions({ ...defaults, comments: false, commentDepth: 7 }).commentDepth, 7);
  assert.equal(hostOptions(defaults).commentLimit, 0);
  assert.equal(hostOptions({ ...defaults, commentLimit: 50 }).commentLimit, 50);
  assert.equal(hostOptions({ ...defaults, comments: false }).comments, false);
});

test('settings: front matter is on by default', () => {
  assert.equal(hostOptions(defaults).frontmatter, true);
});

test('settings: the title is a heading by default', () => {
  assert.equal(hostOptions(defaults).titleHeading, true);
  assert.equal(hostOptions({ ...defaults, titleHeading: false }).titleHeading, false);
  assert.equal(hostOptions(defaults).thoughts, true);
  assert.equal(hostOptions({ ...defaults, thoughts: false }).thoughts, false);
});

test('settings: a setting that is not stored has its default', async () => {
  /** @type {any} */ (globalThis).chrome.storage = { local: { get: async () => ({ settings: { images: 'drop' } }) } };
  assert.deepEqual(await loadSettings(), { ...defaults, images: 'drop' });
});

test('formats: Markdown, the whole result as JSON, or the host’s plain text', () => {
  const result = /** @type {any} */ ({ markdown: '# A\n', text: 'A\n', metadata: { quality: 1 } });
  assert.equal(inFormat(result, 'markdown'), '# A\n');
  assert.deepEqual(JSON.parse(inFormat(result, 'json')), result);
  assert.equal(inFormat(result, 'text'), 'A\n');
  assert.equal(hostOptions({ ...defaults, format: 'text' }).format, 'text');
});
