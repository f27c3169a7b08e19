import assert from 'node:assert/strict';
import test from 'node:test';
import './fake-browser.mjs';
import { createDraft, splitFrontMatter } from '../../src/popup/draft.js';

const markdown = '---\ntitle: The keeper\nauthor: Ada\n---\n\n# The keeper\n\nText.\n';
const original = /** @type {any} */ ({ title: 'The keeper', markdown, metadata: { title: 'The keeper' }, quality: { score: 1, factors: {} } });
const settings = { format: 'markdown', frontmatter: true, titleHeading: true };

test('draft: an unchanged result is copied byte for byte', () => {
  const draft = createDraft(original, settings);
  assert.equal(draft.output(), markdown);
  assert.equal(draft.body(), '# The keeper\n\nText.\n');
  assert.deepEqual(JSON.parse(draft.output('json')), original);
});

test('draft: an edited text is what is copied and saved, with the front matter', () => {
  const draft = createDraft(original, settings);
  draft.edit('# The keeper\n\nOther text.\n');
  assert.equal(draft.output(), '---\ntitle: The keeper\nauthor: Ada\n---\n\n# The keeper\n\nOther text.\n');
  assert.match(JSON.parse(draft.output('json')).markdown, /Other text/);
  assert.match(draft.result().markdown, /Other text/);
});

test('draft: a new title is in front matter, heading, JSON and file name', () => {
  const draft = createDraft(original, settings);
  draft.rename('  A "new" $& title: *second*\n edition ');
  assert.equal(draft.output(), '---\ntitle: "A \\"new\\" $& title: *second* edition"\nauthor: Ada\n---\n\n# A "new" \\$& title: \\*second\\* edition\n\nText.\n');
  const { title, metadata } = JSON.parse(draft.output('json'));
  assert.deepEqual([title, metadata.title], ['A "new" $& title: *second* edition', 'A "new" $& title: *second* edition']);
  draft.rename(' ');
  assert.equal(draft.result().title, 'The keeper');
});

test('draft: plain text is edited as such; a folded title is replaced whole', () => {
  const draft = createDraft({ ...original, text: 'Text.', markdown: '---\ntitle: >-\n  The\n  keeper\nauthor: Ada\n---\nText.\n' }, { ...settings, format: 'text' });
  draft.edit('Other text.');
  draft.rename('New');
  assert.equal(draft.output(), 'Other text.');
  assert.equal(draft.result().markdown, '---\ntitle: "New"\nauthor: Ada\n---\nText.\n');
});

test('draft: without front matter, a rule at the start is text', () => {
  assert.deepEqual(splitFrontMatter('---\na\n---\n', false), ['', '---\na\n---\n']);
  assert.deepEqual(splitFrontMatter('Text.', true), ['', 'Text.']);
});
