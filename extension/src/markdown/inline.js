/**
 * Parses the inline part of Markdown: the subset of CommonMark and GFM that the
 * host writes, in linear time apart from emphasis, whose delimiters are limited.
 */

/**
 * @typedef {{ type: 'text', text: string } | { type: 'break' } | { type: 'code' | 'formula' | 'note', text: string }
 *   | { type: 'strong' | 'em' | 'del' | 'mark' | 'link' | 'element', children: Inline[], url?: string, name?: string }
 *   | { type: 'image', text: string, url: string }} Inline
 *
 * @typedef {{ delimiter: string, count: number, opens: boolean, closes: boolean }} Delimiter
 * @typedef {{ bracket: true, image: boolean, at: number, active: boolean }} Bracket at: offset in the source after it
 * @typedef {{ tag: string, closes: boolean }} Tag of inline HTML
 * @typedef {Inline | Delimiter | Bracket | Tag} Piece
 */

const maxDelimiters = 2000; // of emphasis and tags in one text, which bounds their nesting; later ones are literal

const elements = new Set(['b', 'cite', 'del', 'em', 'i', 'ins', 'kbd', 'mark', 'q', 's', 'samp', 'small', 'strong', 'sub', 'sup', 'u', 'var']);
const names = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }));

const patterns = {
  escape: /\\([!-/:-@[-`{-~])/y,
  hardBreak: /(?:\\| {2,})\n */y,
  softBreak: / ?\n */y,
  entity: /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/y,
  autolink: /<((?:https?:\/\/|mailto:)[^\s<>]*)>/y,
  tag: /<(\/?)([a-zA-Z][a-zA-Z0-9]*)\s*\/?>/y,
  ticks: /`+/y,
  formula: /(\$\$?)(?! )((?:[^$\\`]|\\.)+?)\1(?!\d)/sy,
  note: /\[\^([^\]\s]{1,100})\]/y,
  destination: /\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\([^\s()]*\))*))(?:\s+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?\s*\)/sy,
  reference: /\[([^\]]{0,200})\]/y,
  delimiter: /\*+|_+|~{2}|={2}/y,
  plain: /[^\\&<`$[\]!*_~= \n]+/y,
};

/** @param {RegExp} pattern @param {string} text @param {number} at */
const match = (pattern, text, at) => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** @param {string} text */
const unescape = (text) =>
  text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, ten, hex, name) => decoded(ten, hex, name) ?? whole);

/** @param {string} [ten] @param {string} [hex] @param {string} [name] @returns {string | undefined} */
const decoded = (ten, hex, name) => {
  if (name) return names.get(name);
  const code = ten ? Number(ten) : parseInt(hex ?? '', 16);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
};

/**
 * @param {string} text
 * @param {Map<string, string>} [references] addresses of link references, by name in lower case
 * @returns {Inline[]}
 */
export const parseInline = (text, references = new Map()) => {
  /** @type {Piece[]} */
  const pieces = [];
  let delimiters = 0;
  const codeEnds = tickRuns(text);
  const lastCommentEnd = text.lastIndexOf('-->');
  /** @type {number[]} */
  const brackets = []; // indexes of the open ones in pieces
  const addText = (/** @type {string} */ more) => {
    const last = pieces.at(-1);
    if (last && 'type' in last && last.type === 'text') last.text += more;
    else if (more) pieces.push({ type: 'text', text: more });
  };

  let at = 0;
  while (at < text.length) {
    let m;
    if ((m = match(patterns.plain, text, at))) addText(m[0]);
    else if ((m = match(patterns.hardBreak, text, at))) pieces.push({ type: 'break' });
    else if ((m = match(patterns.softBreak, text, at))) addText(' ');
    else if ((m = match(patterns.escape, text, at))) addText(m[1]);
    else if ((m = match(patterns.entity, text, at)) && decoded(m[1], m[2], m[3]) !== undefined) addText(/** @type {string} */ (decoded(m[1], m[2], m[3])));
    else if ((m = match(patterns.ticks, text, at))) {
      const end = codeEnds.next(m[0].length, at + m[0].length);
      if (end < 0) addText(m[0]);
      else {
        pieces.push({ type: 'code', text: codeText(text.slice(at + m[0].length, end)) });
        at = end + m[0].length;
        continue;
      }
    } else if ((m = match(patterns.formula, text, at))) pieces.push({ type: 'formula', text: m[2] });
    else if ((m = match(patterns.autolink, text, at))) pieces.push({ type: 'link', url: m[1], children: [{ type: 'text', text: m[1] }] });
    else if (text.startsWith('<!--', at) && at + 4 <= lastCommentEnd) {
      at = text.indexOf('-->', at + 4) + 3;
      continue;
    }
    else if ((m = match(patterns.tag, text, at)) && m[2].toLowerCase() === 'br') pieces.push({ type: 'break' });
    else if (m && delimiters < maxDelimiters && elements.has(m[2].toLowerCase())) {
      delimiters++;
      pieces.push({ tag: m[2].toLowerCase(), closes: m[1] === '/' });
    } else if ((m = match(patterns.note, text, at))) pieces.push({ type: 'note', text: m[1] });
    else if (text.startsWith('![', at) || text[at] === '[') {
      const image = text[at] === '!';
      const after = at + (image ? 2 : 1);
      brackets.push(pieces.length);
      pieces.push({ bracket: true, image, at: after, active: true });
      at = after;
      continue;
    } else if (text[at] === ']') {
      at = closeBracket(text, at, pieces, brackets, references, addText);
      continue;
    } else if (delimiters < maxDelimiters && (m = match(patterns.delimiter, text, at))) {
      delimiters++;
      pieces.push(delimiterOf(text, at, m[0]));
    } else {
      addText(text[at]);
      at++;
      continue;
    }
    at += m[0].length;
  }
  return nest(pieces);
};

/** Finds the end of code spans in linear time. @param {string} text */
const tickRuns = (text) => {
  /** @type {Map<number, number[]>} */
  const runs = new Map();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const list = runs.get(run.length) ?? [];
    list.push(index);
    runs.set(run.length, list);
  }
  /** @type {Map<number, number>} */
  const used = new Map();
  return {
    /** @param {number} length @param {number} from */
    next: (length, from) => {
      const list = runs.get(length) ?? [];
      let n = used.get(length) ?? 0;
      while (n < list.length && list[n] < from) n++;
      used.set(length, n);
      return n < list.length ? list[n] : -1;
    },
  };
};

/** @param {string} inner */
const codeText = (inner) => {
  const line = inner.replaceAll('\n', ' ');
  return /^ .* $/.test(line) && line.trim() !== '' ? line.slice(1, -1) : line;
};

/** @param {string} text @param {number} at @param {string} run @returns {Delimiter} */
const delimiterOf = (text, at, run) => {
  const before = at === 0 ? ' ' : text[at - 1];
  const after = text[at + run.length] ?? ' ';
  const isSpace = (/** @type {string} */ c) => /\s/.test(c);
  const isMark = (/** @type {string} */ c) => /[\p{P}\p{S}]/u.test(c);
  const left = !isSpace(after) && (!isMark(after) || isSpace(before) || isMark(before));
  const right = !isSpace(before) && (!isMark(before) || isSpace(after) || isMark(after));
  const inWord = run[0] === '_';
  return {
    delimiter: run[0],
    count: run.length,
    opens: left && (!inWord || !right || isMark(before)),
    closes: right && (!inWord || !left || isMark(after)),
  };
};

/**
 * Handles "]": makes a link or an image of the pieces since the last bracket, or
 * adds the character as text.
 * @param {string} text @param {number} at @param {Piece[]} pieces @param {number[]} brackets
 * @param {Map<string, string>} references @param {(more: string) => void} addText
 * @returns {number} the offset after it
 */
const closeBracket = (text, at, pieces, brackets, references, addText) => {
  const open = brackets.pop();
  if (open === undefined) {
    addText(']');
    return at + 1;
  }
  const bracket = /** @type {Bracket} */ (pieces[open]);
  const label = text.slice(bracket.at, at);
  const target = match(patterns.destination, text, at + 1);
  const named = target ? null : match(patterns.reference, text, at + 1);
  const url = target ? unescape(target[1] ?? target[2] ?? '') : references.get((named?.[1] || label).trim().toLowerCase());
  if (url === undefined || !bracket.active) {
    pieces[open] = { type: 'text', text: bracket.image ? '![' : '[' };
    addText(']');
    return at + 1;
  }
  const inner = nest(pieces.splice(open).slice(1));
  if (bracket.image) pieces.push({ type: 'image', text: plainText(inner), url });
  else {
    pieces.push({ type: 'link', url, children: inner });
    deactivate(pieces, brackets);
  }
  return at + 1 + ((target ?? named)?.[0].length ?? 0);
};

/** Links do not nest: no open bracket becomes one. @param {Piece[]} pieces @param {number[]} brackets */
const deactivate = (pieces, brackets) => {
  for (let n = brackets.length - 1; n >= 0; n--) {
    const bracket = /** @type {Bracket} */ (pieces[brackets[n]]);
    if (!bracket.active) return; // nor do those before it
    if (!bracket.image) bracket.active = false;
  }
};

/** The text of inlines. @param {Inline[]} list @returns {string} */
export const plainText = (list) =>
  list.map((inline) => ('children' in inline ? plainText(inline.children) : 'text' in inline ? inline.text : ' ')).join('');

/** @param {Delimiter} d @returns {'strong' | 'em' | 'del' | 'mark'} */
const kindOf = (d, /** @type {number} */ used) => {
  if (d.delimiter === '~') return 'del';
  if (d.delimiter === '=') return 'mark';
  return used === 2 ? 'strong' : 'em';
};

/**
 * Turns delimiters and tags into nested inlines; those without a partner become
 * text.
 * @param {Piece[]} pieces
 * @returns {Inline[]}
 */
const nest = (pieces) => {
  /** @type {Piece[]} */
  const stack = [];
  /** @type {Map<string, number>} lowest index in stack at which an opener may be found, by kind */
  const bottom = new Map();
  for (const piece of pieces) {
    if ('tag' in piece && piece.closes) closeTag(stack, piece);
    else if ('delimiter' in piece && piece.closes) closeDelimiter(stack, piece, bottom);
    else stack.push(piece);
  }
  return settle(stack);
};

/** @param {Piece[]} stack @param {Tag} tag */
const closeTag = (stack, { tag }) => {
  const open = stack.findLastIndex((piece) => 'tag' in piece && piece.tag === tag);
  if (open < 0) return;
  const children = settle(stack.splice(open).slice(1));
  stack.push({ type: 'element', name: tag, children });
};

/** @param {Piece[]} stack @param {Delimiter} closer @param {Map<string, number>} bottom */
const closeDelimiter = (stack, closer, bottom) => {
  let { count } = closer;
  while (count > 0) {
    const low = bottom.get(closer.delimiter) ?? 0;
    let open = stack.length - 1;
    while (open >= low && !opensFor(stack[open], closer)) open--;
    if (open < low) {
      if (!closer.opens) bottom.set(closer.delimiter, stack.length);
      break;
    }
    const opener = /** @type {Delimiter} */ (stack[open]);
    const used = Math.min(2, count, opener.count);
    const children = settle(stack.splice(open + 1));
    opener.count -= used;
    count -= used;
    if (opener.count === 0) stack.pop();
    stack.push({ type: kindOf(closer, used), children });
  }
  if (count > 0) stack.push({ ...closer, count });
};

/** @param {Piece} piece @param {Delimiter} closer */
const opensFor = (piece, closer) => 'delimiter' in piece && piece.delimiter === closer.delimiter && piece.opens && piece.count > 0;

/** Turns what has no partner into text. @param {Piece[]} pieces @returns {Inline[]} */
const settle = (pieces) => {
  /** @type {Inline[]} */
  const list = [];
  for (const piece of pieces) {
    if ('type' in piece) list.push(piece);
    else if ('delimiter' in piece) list.push({ type: 'text', text: piece.delimiter.repeat(piece.count) });
    else if ('bracket' in piece) list.push({ type: 'text', text: piece.image ? '![' : '[' });
  }
  return list;
};
