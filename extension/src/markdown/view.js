/**
 * Shows Markdown as elements that do nothing: text nodes in a fixed set of
 * elements, without addresses, so that nothing is loaded or followed.
 */
import { text } from '../text.js';
import { parseBlocks } from './blocks.js';

/** @typedef {import('./blocks.js').Block} Block @typedef {import('./inline.js').Inline} Inline */

/**
 * @param {string} markdown without front matter
 * @returns {DocumentFragment}
 */
export const viewOf = (markdown) => {
  const view = document.createDocumentFragment();
  view.append(...parseBlocks(markdown).map(blockOf));
  return view;
};

/** @param {string} name @param {(Node | string)[]} children @param {string} [className] */
const make = (name, children, className) => {
  const el = document.createElement(name);
  if (className) el.className = className;
  el.append(...children);
  return el;
};

/** @param {Block} block @returns {Node} */
const blockOf = (block) => {
  switch (block.type) {
    case 'heading':
      return make(`h${Math.min(6, block.level + 1)}`, block.inlines.map(inlineOf)); // h1 is the popup's own
    case 'paragraph':
      return make('p', block.inlines.map(inlineOf));
    case 'code':
      return make('pre', [make('code', [block.text])]);
    case 'formula':
      return make('pre', [block.text], 'formula');
    case 'html':
      return htmlOf(block.text);
    case 'rule':
      return make('hr', []);
    case 'quote':
      return make('blockquote', block.blocks.map(blockOf), block.kind && 'callout');
    case 'note':
      return make('div', [make('sup', [block.name]), ' ', ...block.blocks.map(blockOf)], 'footnote');
    case 'list':
      return listOf(block);
    case 'table':
      return tableOf(block);
  }
};

/** @param {Extract<Block, { type: 'list' }>} list */
const listOf = ({ start, items }) => {
  const el = make(start === null ? 'ul' : 'ol', items.map(({ checked, blocks }) => {
    const mark = checked === null ? [] : [make('span', [checked ? '☑ ' : '☐ '], 'task')];
    const [first, ...rest] = blocks;
    // A first paragraph is on the line of the item's marker.
    const head = first?.type === 'paragraph' ? first.inlines.map(inlineOf) : first ? [blockOf(first)] : [];
    return make('li', [...mark, ...head, ...rest.map(blockOf)], checked === null ? undefined : 'checkable');
  }));
  if (start !== null && start !== 1) el.setAttribute('start', String(start));
  return el;
};

/** @param {Extract<Block, { type: 'table' }>} table */
const tableOf = ({ align, head, rows }) => {
  const row = (/** @type {Inline[][]} */ cells, /** @type {string} */ name) =>
    make('tr', cells.map((cell, n) => make(name, cell.map(inlineOf), align[n] === 'start' ? undefined : align[n])));
  const hasHead = head.some((cell) => cell.length > 0);
  return make('table', [...(hasHead ? [make('thead', [row(head, 'th')])] : []), make('tbody', rows.map((cells) => row(cells, 'td')))]);
};

/** @param {Inline} inline @returns {Node} */
const inlineOf = (inline) => {
  switch (inline.type) {
    case 'text':
      return document.createTextNode(inline.text);
    case 'break':
      return document.createElement('br');
    case 'code':
      return make('code', [inline.text]);
    case 'formula':
      return make('code', [inline.text], 'formula');
    case 'note':
      return make('sup', [inline.text]);
    case 'image':
      return pictureOf(inline.text, inline.url);
    case 'link': {
      const el = make('span', inline.children.map(inlineOf), 'link');
      el.title = inline.url ?? '';
      return el;
    }
    case 'element':
      return make(inline.name ?? 'span', inline.children.map(inlineOf));
    default:
      return make(inline.type, inline.children.map(inlineOf));
  }
};

/** A box in place of a picture, which would be loaded from the web. @param {string} alt @param {string} url */
const pictureOf = (alt, url) => {
  const el = make('span', [alt ? text('pictureNamed', alt) : text('picture')], 'picture');
  el.title = url.startsWith('data:') ? '' : url;
  return el;
};

const kept = new Set(`b blockquote br caption cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark
  ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var`.split(/\s+/));

/** HTML that Markdown cannot express, for example a table with merged cells. @param {string} source */
const htmlOf = (source) => {
  const { body } = new DOMParser().parseFromString(source, 'text/html'); // inert: runs and loads nothing
  const copy = (/** @type {Node} */ node) => {
    if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.nodeValue ?? '');
    if (!(node instanceof Element)) return document.createTextNode('');
    if (node.localName === 'img') return pictureOf(node.getAttribute('alt') ?? '', node.getAttribute('src') ?? '');
    if (node.localName === 'script' || node.localName === 'style') return document.createTextNode('');
    const el = document.createElement(kept.has(node.localName) ? node.localName : 'span');
    for (const name of ['colspan', 'rowspan']) {
      const value = Number(node.getAttribute(name));
      if (value > 1 && value < 1000) el.setAttribute(name, String(value));
    }
    el.append(...Array.from(node.childNodes, copy));
    return el;
  };
  return make('div', Array.from(body.childNodes, copy));
};
