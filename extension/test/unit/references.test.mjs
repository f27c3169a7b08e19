import assert from 'node:assert/strict';
import test from 'node:test';
import './fake-browser.mjs';
import { linkMarkdown, pictureMarkdown } from '../../src/background/references.js';

test('references: links and pictures are Markdown whose names and addresses cannot break out', () => {
  assert.equal(linkMarkdown(' The\n  keeper ', 'https://example.org/a'), '[The keeper](https://example.org/a)');
  assert.equal(linkMarkdown('a](b) *c*', 'https://example.org/a(b) c'), '[a\\](b) \\*c\\*](<https://example.org/a(b)%20c>)');
  assert.equal(linkMarkdown('', 'https://example.org/a_b'), '[https://example.org/a\\_b](https://example.org/a_b)');
  assert.equal(pictureMarkdown('', 'https://example.org/i.png'), '![](https://example.org/i.png)');
  assert.equal(pictureMarkdown('x', 'https://example.org/><b>'), '![x](<https://example.org/%3E%3Cb%3E>)');
});
