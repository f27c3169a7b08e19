/** The list of the page's pieces: a check puts one back, or takes one out. */
import { count, text } from '../text.js';
import { element } from './element.js';

/** @typedef {import('../types.js').Piece} Piece */

/**
 * @param {boolean} possible whether the host has the page in memory
 * @param {() => Promise<Piece[]>} load
 * @param {(flip: number[]) => Promise<void>} apply shows the result with these pieces changed
 */
export const setUpPieces = (possible, load, apply) => {
  const box = /** @type {HTMLDetailsElement} */ (element('pieces'));
  box.hidden = !possible;
  box.open = false;
  element('pieceList').replaceChildren();
  /** @type {Set<number>} */
  const flipped = new Set();
  let last = Promise.resolve(); // changes are applied in their order
  const change = (/** @type {number} */ number, /** @type {boolean} */ isFlipped) => {
    if (isFlipped) flipped.add(number);
    else flipped.delete(number);
    const flip = [...flipped];
    last = last.then(() => apply(flip));
  };
  box.ontoggle = async () => {
    if (!box.open || element('pieceList').childElementCount > 0) return;
    const pieces = (await load()).map((piece, number) => ({ piece, number }));
    const rows = (/** @type {boolean} */ kept) => pieces.filter(({ piece }) => piece.kept === kept).map((entry) => rowOf(entry, change));
    element('pieceList').replaceChildren(listOf('piecesLeft', rows(false)), listOf('piecesKept', rows(true)));
  };
};

/** @param {'piecesLeft' | 'piecesKept'} title @param {HTMLElement[]} rows */
const listOf = (title, rows) => {
  const part = document.createElement('section');
  const heading = document.createElement('h3');
  heading.textContent = title === 'piecesLeft' ? text('piecesLeft', count(rows.length)) : text('piecesKept', count(rows.length));
  const list = document.createElement('ul');
  list.append(...rows);
  part.append(heading, list);
  return part;
};

/**
 * @param {{ piece: Piece, number: number }} entry
 * @param {(number: number, isFlipped: boolean) => void} change
 */
const rowOf = ({ piece, number }, change) => {
  const row = document.createElement('li');
  const label = document.createElement('label');
  const field = document.createElement('input');
  field.type = 'checkbox';
  field.checked = piece.kept;
  field.onchange = () => change(number, field.checked !== piece.kept);
  const words = document.createElement('span');
  words.textContent = piece.text || text('pieceUnnamed');
  const kind = document.createElement('small');
  kind.textContent = text(`piece_${piece.kind.replace(/[^a-z]+/g, '_')}`) || piece.kind;
  label.append(field, words, kind);
  row.append(label);
  return row;
};
