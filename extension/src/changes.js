/**
 * Renders the differences between two revisions of a page, by block and by word.
 * Page text is inserted as text nodes only.
 */
import { count, text, truncate } from './text.js';

// Limits that keep the popup responsive.
const maxRows = 100;
const maxUnits = 4000; // UTF-16 units of one block
const maxPairs = 250_000; // size of the LCS table, in pairs of words
const lookahead = 20; // blocks that are searched for the new form of a changed block
const minSimilarity = 0.5; // share of common words from which two blocks count as one that changed

/**
 * @typedef {import('./types.js').Change} Change
 * @typedef {{ kind: 'changed' | 'added' | 'removed', before: string, now: string }} Row a block that differs
 * @typedef {{ kind: 'same' | 'added' | 'removed', text: string }} Piece a part of a changed block
 */

/** @param {Change[]} changes @returns {Row[]} */
export const rowsOf = (changes) => changes.flatMap(({ removed = [], added = [] }) => matchBlocks(removed, added));

/** Matches removed blocks with similar added ones, in order. @param {string[]} removed @param {string[]} added @returns {Row[]} */
const matchBlocks = (removed, added) => {
  /** @type {Row[]} */
  const rows = [];
  const words = added.map((block) => new Set(wordsOf(block)));
  let next = 0;
  const addUpTo = (/** @type {number} */ end) => {
    while (next < end) rows.push({ kind: 'added', before: '', now: added[next++] });
  };
  for (const before of removed) {
    const wordsBefore = new Set(wordsOf(before));
    const found = words.slice(next, next + lookahead).findIndex((wordsNow) => areSimilar(wordsBefore, wordsNow));
    if (found < 0) {
      rows.push({ kind: 'removed', before, now: '' });
      continue;
    }
    addUpTo(next + found);
    rows.push({ kind: 'changed', before, now: added[next++] });
  }
  addUpTo(added.length);
  return rows;
};

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' }); // also for scripts without spaces between words

/** Words and the separators between them. @param {string} block */
const tokensOf = (block) => Array.from(segmenter.segment(truncate(block, maxUnits)), ({ segment }) => segment);
/** @param {string} block */
const wordsOf = (block) => tokensOf(block).filter((piece) => /[\p{L}\p{N}]/u.test(piece));

/** @param {Set<string>} a @param {Set<string>} b @returns {boolean} */
const areSimilar = (a, b) => {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common > 0 && common >= minSimilarity * Math.max(a.size, b.size);
};

/**
 * Word diff of two revisions of a block, by the longest common subsequence of
 * their words.
 * @param {string} before
 * @param {string} now
 * @returns {Piece[]}
 */
export const wordDiff = (before, now) => {
  const a = tokensOf(before);
  const b = tokensOf(now);
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const middle = lcsDiff(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return mergePieces([
    { kind: 'same', text: a.slice(0, head).join('') },
    ...middle,
    { kind: 'same', text: tail ? a.slice(-tail).join('') : '' },
  ]);
};

/** Longest common subsequence by dynamic programming. @param {string[]} a @param {string[]} b @returns {Piece[]} */
const lcsDiff = (a, b) => {
  if (a.length * b.length > maxPairs) return [{ kind: 'removed', text: a.join('') }, { kind: 'added', text: b.join('') }];
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i][j] = a[i] === b[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  /** @type {Piece[]} */
  const pieces = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      pieces.push({ kind: 'same', text: a[i++] });
      j++;
    } else if (j === b.length || (i < a.length && longest[i + 1][j] >= longest[i][j + 1])) pieces.push({ kind: 'removed', text: a[i++] });
    else pieces.push({ kind: 'added', text: b[j++] });
  }
  return pieces;
};

/**
 * Merges adjacent pieces of the same kind. Changed words that are separated by
 * spaces only are merged, too: first the removed words, then the added ones.
 * @param {Piece[]} pieces
 */
const mergePieces = (pieces) => {
  /** @type {Piece[]} */
  const whole = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) whole.push({ kind: 'removed', text: removed });
    if (added) whole.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const [n, { kind, text: words }] of pieces.entries()) {
    const isGap = (removed || added) && words.trim() === '' && !words.includes('\n') && (pieces[n + 1]?.kind ?? 'same') !== 'same';
    if (kind !== 'added' && (kind === 'removed' || isGap)) removed += words;
    if (kind !== 'removed' && (kind === 'added' || isGap)) added += words;
    if (kind !== 'same' || isGap || !words) continue;
    flush();
    const last = whole.at(-1);
    if (last?.kind === 'same') last.text += words;
    else whole.push({ kind, text: words });
  }
  flush();
  return whole;
};

/** Number of blocks by kind of change, as text. @param {Change[]} changes */
export const countsOf = (changes) => {
  const rows = rowsOf(changes);
  return ['changed', 'added', 'removed']
    .map((kind) => [kind, rows.filter((row) => row.kind === kind).length])
    .filter(([, n]) => n)
    .map(([kind, n]) => text(`blocks_${kind}`, count(Number(n))))
    .join(', ');
};

/**
 * Creates a details element that renders the changes when it is opened.
 * @param {string} title
 * @param {Change[]} changes
 */
export const changesBox = (title, changes) => {
  const box = document.createElement('details');
  box.className = 'changes';
  const head = document.createElement('summary');
  head.textContent = title;
  const region = document.createElement('div');
  region.tabIndex = 0; // makes it scrollable by keyboard
  region.setAttribute('role', 'region');
  region.setAttribute('aria-label', text('changesLabel'));
  box.append(head, region);
  box.addEventListener('toggle', () => region.childElementCount || region.append(...renderRows(rowsOf(changes))));
  return box;
};

/** @param {Row[]} rows */
const renderRows = (rows) => {
  const list = document.createElement('ol');
  list.append(...rows.slice(0, maxRows).map(renderRow));
  if (rows.length <= maxRows) return [list];
  const rest = document.createElement('p');
  rest.textContent = text('changesRest', count(rows.length - maxRows));
  return [list, rest];
};

/** @param {Row} row */
const renderRow = ({ kind, before, now }) => {
  const item = document.createElement('li');
  item.className = kind;
  const label = document.createElement('p');
  label.textContent = text(`block_${kind}`);
  const block = document.createElement('div');
  /** @type {Piece[]} */
  const pieces = kind === 'changed' ? wordDiff(before, now) : [{ kind, text: truncate(before || now, maxUnits) }];
  block.append(...pieces.map(renderPiece));
  if (Math.max(before.length, now.length) > maxUnits) block.append('…');
  item.append(label, block);
  return item;
};

/** @param {Piece} piece */
const renderPiece = ({ kind, text: words }) => {
  if (kind === 'same') return document.createTextNode(words);
  const el = document.createElement(kind === 'added' ? 'ins' : 'del');
  el.textContent = words;
  return el;
};
