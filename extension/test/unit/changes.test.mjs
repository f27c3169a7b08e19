import assert from 'node:assert/strict';
import test from 'node:test';
import './fake-browser.mjs';
const { wordDiff, rowsOf } = await import('../../src/changes.js');

const long = (/** @type {string} */ end) => `For eleven years Mara Lind has lived on a rock that is ninety steps long. ${end}`;
/** @param {any[]} changes */
const kinds = (changes) => rowsOf(changes).map(({ kind, before, now }) => [kind, before, now]);

/** @type {[string, any[], string[][]][]} */
const cases = [
  ['an added block', [{ at: 0, added: ['New.'] }], [['added', '', 'New.']]],
  ['a removed block', [{ at: 0, removed: ['Old.'] }], [['removed', 'Old.', '']]],
  ['a block with a different end', [{ at: 3, removed: [long('A.')], added: [long('B.')] }], [['changed', long('A.'), long('B.')]]],
  ['a dissimilar block in the same position', [{ at: 3, removed: ['An advertisement for soap'], added: [long('')] }], [['removed', 'An advertisement for soap', ''], ['added', '', long('')]]],
  ['an added block before a changed one', [{ at: 0, removed: [long('A.')], added: ['A new heading', long('B.')] }], [['added', '', 'A new heading'], ['changed', long('A.'), long('B.')]]],
  ['blocks without words are dissimilar', [{ at: 0, removed: ['---'], added: ['***'] }], [['removed', '---', ''], ['added', '', '***']]],
];
for (const [name, changes, rows] of cases) test(`changes: ${name}`, () => assert.deepEqual(kinds(changes), rows));

/** @param {string} before @param {string} now */
const marked = (before, now) =>
  wordDiff(before, now).map(({ kind, text }) => ({ same: text, added: `{+${text}+}`, removed: `[-${text}-]` })[kind]).join('');

test('changes: differing words are marked', () => {
  assert.equal(marked('She says that one learns to count.', 'She said that one learns to count.'), 'She [-says-]{+said+} that one learns to count.');
  assert.equal(marked('One. Three.', 'One. Two. Three.'), 'One. {+Two. +}Three.');
  assert.equal(marked('eleven long years on a rock', 'twelve short years on a rock'), '[-eleven long-]{+twelve short+} years on a rock');
  assert.equal(marked('Same.', 'Same.'), 'Same.');
  assert.equal(marked('今日は天気がいいです。', '昨日は天気がいいです。'), '[-今日-]{+昨日+}は天気がいいです。');
});

test('changes: the diff contains every word of both revisions once', () => {
  let seed = 7;
  const chance = (/** @type {number} */ n) => (seed = (seed * 48271) % 2147483647) % n;
  const sentence = () => Array.from({ length: chance(12) }, () => ['sea', 'light', 'rock\n', '*the*', '.', '  '][chance(6)]).join(' ');
  for (let n = 0; n < 500; n++) {
    const [before, now] = [sentence(), sentence()];
    const pieces = wordDiff(before, now);
    const without = (/** @type {string} */ kind) => pieces.filter((piece) => piece.kind !== kind).map(({ text }) => text).join('');
    assert.equal(without('added'), before);
    assert.equal(without('removed'), now);
  }
});
