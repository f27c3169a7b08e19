/**
 * Shows how two editions of a page differ, block by block and word by word.
 * Page text enters as text nodes only.
 */
import { beginning, count, text } from './text.js';

// More would freeze a popup and tell nobody more.
const mostRows = 100;
const mostUnits = 4000; // of one block's text
const mostPairs = 250_000; // of words that are compared with each other
const reach = 20; // blocks further on that a changed block is looked for in
const likeness = 0.5; // share of words in common from which two blocks are one that changed

/**
 * @typedef {import('./types.js').Change} Change
 * @typedef {{ kind: 'changed' | 'added' | 'removed', before: string, now: string }} Row one block
 * @typedef {{ kind: 'same' | 'added' | 'removed', text: string }} Piece of a block that changed
 */

/** @param {Change[]} changes @returns {Row[]} */
export const rowsOf = (changes) => changes.flatMap(({ removed = [], added = [] }) => pairUp(removed, added));

/** @param {string[]} removed @param {string[]} added @returns {Row[]} */
const pairUp = (removed, added) => {
  /** @type {Row[]} */
  const rows = [];
  const words = added.map((block) => new Set(wordsOf(block)));
  let next = 0;
  const addUpTo = (/** @type {number} */ end) => {
    while (next < end) rows.push({ kind: 'added', before: '', now: added[next++] });
  };
  for (const before of removed) {
    const mine = new Set(wordsOf(before));
    const found = words.slice(next, next + reach).findIndex((theirs) => alike(mine, theirs));
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

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' }); // also where no spaces divide words

/** @param {string} block words, and what stands between them */
const piecesOf = (block) => Array.from(segmenter.segment(beginning(block, mostUnits)), ({ segment }) => segment);
/** @param {string} block */
const wordsOf = (block) => piecesOf(block).filter((piece) => /[\p{L}\p{N}]/u.test(piece));

/** @param {Set<string>} a @param {Set<string>} b */
const alike = (a, b) => {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common > 0 && common >= likeness * Math.max(a.size, b.size);
};

/**
 * Both editions of a block in one text, by their longest common subsequence
 * of words.
 * @param {string} before
 * @param {string} now
 * @returns {Piece[]}
 */
export const piecesBetween = (before, now) => {
  const a = piecesOf(before);
  const b = piecesOf(now);
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const middle = between(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return joined([
    { kind: 'same', text: a.slice(0, head).join('') },
    ...middle,
    { kind: 'same', text: tail ? a.slice(-tail).join('') : '' },
  ]);
};

/** @param {string[]} a @param {string[]} b @returns {Piece[]} */
const between = (a, b) => {
  if (a.length * b.length > mostPairs) return [{ kind: 'removed', text: a.join('') }, { kind: 'added', text: b.join('') }];
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
 * Neighbours of one kind become one piece, and so do changed words with nothing
 * but space between them: what was removed first, then what is there now.
 * @param {Piece[]} pieces
 */
const joined = (pieces) => {
  /** @type {Piece[]} */
  const whole = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) whole.push({ kind: 'removed', text: removed });
    if (added) whole.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const [n, { kind, text: words }] of pieces.entries()) {
    const inside = (removed || added) && words.trim() === '' && !words.includes('\n') && (pieces[n + 1]?.kind ?? 'same') !== 'same';
    if (kind !== 'added' && (kind === 'removed' || inside)) removed += words;
    if (kind !== 'removed' && (kind === 'added' || inside)) added += words;
    if (kind !== 'same' || inside || !words) continue;
    flush();
    const last = whole.at(-1);
    if (last?.kind === 'same') last.text += words;
    else whole.push({ kind, text: words });
  }
  flush();
  return whole;
};

/** How many blocks changed, in words. @param {Change[]} changes */
export const countsOf = (changes) => {
  const rows = rowsOf(changes);
  return ['changed', 'added', 'removed']
    .map((kind) => [kind, rows.filter((row) => row.kind === kind).length])
    .filter(([, n]) => n)
    .map(([kind, n]) => text(`blocks_${kind}`, count(Number(n))))
    .join(', ');
};

/**
 * A box that opens to show the changes.
 * @param {string} title
 * @param {Change[]} changes
 */
export const changesBox = (title, changes) => {
  const box = document.createElement('details');
  box.className = 'changes';
  const head = document.createElement('summary');
  head.textContent = title;
  const region = document.createElement('div');
  region.tabIndex = 0; // the keyboard scrolls it
  region.setAttribute('role', 'region');
  region.setAttribute('aria-label', text('changesLabel'));
  box.append(head, region);
  box.addEventListener('toggle', () => region.childElementCount || region.append(...drawn(rowsOf(changes))));
  return box;
};

/** @param {Row[]} rows */
const drawn = (rows) => {
  const list = document.createElement('ol');
  list.append(...rows.slice(0, mostRows).map(drawRow));
  if (rows.length <= mostRows) return [list];
  const rest = document.createElement('p');
  rest.textContent = text('changesRest', count(rows.length - mostRows));
  return [list, rest];
};

/** @param {Row} row */
const drawRow = ({ kind, before, now }) => {
  const item = document.createElement('li');
  item.className = kind;
  const label = document.createElement('p');
  label.textContent = text(`block_${kind}`);
  const block = document.createElement('div');
  /** @type {Piece[]} */
  const pieces = kind === 'changed' ? piecesBetween(before, now) : [{ kind, text: beginning(before || now, mostUnits) }];
  block.append(...pieces.map(drawPiece));
  if (Math.max(before.length, now.length) > mostUnits) block.append('…');
  item.append(label, block);
  return item;
};

/** @param {Piece} piece */
const drawPiece = ({ kind, text: words }) => {
  if (kind === 'same') return document.createTextNode(words);
  const el = document.createElement(kind === 'added' ? 'ins' : 'del');
  el.textContent = words;
  return el;
};
