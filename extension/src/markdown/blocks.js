/** Parses Markdown as the host writes it into blocks, in linear time for each level of nesting. */
import { parseInline } from './inline.js';

/**
 * @typedef {import('./inline.js').Inline} Inline
 * @typedef {{ type: 'heading', level: number, inlines: Inline[] } | { type: 'paragraph', inlines: Inline[] }
 *   | { type: 'code' | 'formula' | 'html', text: string, language?: string } | { type: 'rule' }
 *   | { type: 'quote', kind?: string, blocks: Block[] }
 *   | { type: 'list', start: number | null, items: { checked: boolean | null, blocks: Block[] }[] }
 *   | { type: 'table', align: string[], head: Inline[][], rows: Inline[][][] }
 *   | { type: 'note', name: string, blocks: Block[] }} Block
 */

const maxDepth = 30; // of quotes and lists; deeper ones are shown as text

const fence = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const quote = /^ {0,3}> ?/;
const marker = /^( {0,3})([-*+]|\d{1,9}[.)])(?:( {1,4})(?! )|( +)|$)/;
const definition = /^ {0,3}\[([^\]^][^\]]{0,200})\]:[ \t]*<?([^\s>]+)>?(?:[ \t]+["'(].*)?[ \t]*$/;
const note = /^\[\^([^\]\s]{1,100})\]:[ \t]*(.*)$/;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const htmlBlock = /^ {0,3}<(?:table|details|dl|div|figure|p|pre|ul|ol)\b/i;

/** @param {string} markdown without front matter @returns {Block[]} */
export const parseBlocks = (markdown) => {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n');
  return parse(lines, referencesIn(lines), 0);
};

/** @param {string[]} lines */
const referencesIn = (lines) => {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const line of lines) {
    const m = definition.exec(line);
    if (m && !found.has(m[1].trim().toLowerCase())) found.set(m[1].trim().toLowerCase(), m[2]);
  }
  return found;
};

/** @param {string} line */
const isBlank = (line) => line.trim() === '';
/** @param {string} line */
const indentOf = (line) => line.length - line.trimStart().length;

/** Whether a line begins a block in the middle of a paragraph. @param {string} line */
const interrupts = (line) => fence.test(line) || heading.test(line) || quote.test(line) || rule.test(line) || /^ {0,3}(?:[-*+]|1[.)]) +\S/.test(line) || /^\$\$\s*$/.test(line);

/** @param {string[]} lines @param {Map<string, string>} references @param {number} depth @returns {Block[]} */
const parse = (lines, references, depth) => {
  if (depth > maxDepth) return [{ type: 'code', text: lines.join('\n') }];
  /** @type {Block[]} */
  const blocks = [];
  const inner = (/** @type {string[]} */ some) => parse(some, references, depth + 1);
  let at = 0;
  /** Takes lines while wanted returns true. @param {(line: string, n: number) => boolean} wanted */
  const take = (wanted) => {
    const from = at;
    while (at < lines.length && wanted(lines[at], at - from)) at++;
    return lines.slice(from, at);
  };

  while (at < lines.length) {
    const line = lines[at];
    let m;
    if (isBlank(line)) at++;
    else if ((m = fence.exec(line))) {
      at++;
      const end = new RegExp(`^ {0,3}\\${m[1][0]}{${m[1].length},}[ \\t]*$`);
      const indent = indentOf(line);
      const text = take((l) => !end.test(l)).map((l) => l.slice(Math.min(indent, indentOf(l))));
      at++;
      blocks.push({ type: 'code', language: m[2].trim().split(/\s/)[0], text: text.join('\n') });
    } else if (/^ {0,3}\$\$\s*$/.test(line)) {
      at++;
      blocks.push({ type: 'formula', text: take((l) => !/^ {0,3}\$\$\s*$/.test(l)).join('\n') });
      at++;
    } else if ((m = heading.exec(line))) {
      at++;
      blocks.push({ type: 'heading', level: m[1].length, inlines: parseInline(m[2] ?? '', references) });
    } else if (rule.test(line)) {
      at++;
      blocks.push({ type: 'rule' });
    } else if (quote.test(line)) {
      const inside = take((l) => quote.test(l)).map((l) => l.replace(quote, ''));
      const callout = /^\[!(\w+)\][+-]?[ \t]*(.*)$/.exec(inside[0]);
      if (callout) inside[0] = callout[2] && `**${callout[2]}**\n`;
      blocks.push({ type: 'quote', ...(callout && { kind: callout[1].toLowerCase() }), blocks: inner(inside.flatMap((l) => l.split('\n'))) });
    } else if ((m = note.exec(line))) {
      at++;
      const rest = take((l, n) => (isBlank(l) ? /^ {2,}\S/.test(lines[at + 1] ?? '') : indentOf(l) >= 2 || (n === 0 && !interrupts(l) && !note.test(l))));
      blocks.push({ type: 'note', name: m[1], blocks: inner([m[2], ...rest.map((l) => l.replace(/^ {1,4}/, ''))]) });
    } else if (definition.test(line)) at++;
    else if ((m = marker.exec(line))) blocks.push(takeList(m));
    else if (/^ {4}/.test(line)) {
      blocks.push({ type: 'code', text: take((l) => /^ {4}/.test(l) || isBlank(l)).map((l) => l.slice(4)).join('\n').trimEnd() });
    } else if (line.includes('|') && delimiterRow.test(lines[at + 1] ?? '') && (lines[at + 1] ?? '').includes('-')) blocks.push(takeTable());
    else if (htmlBlock.test(line)) blocks.push({ type: 'html', text: take((l) => !isBlank(l)).join('\n') });
    else {
      const text = take((l, n) => !isBlank(l) && (n === 0 || !interrupts(l)));
      blocks.push({ type: 'paragraph', inlines: parseInline(text.map((l) => l.replace(/^ +/, '')).join('\n').trimEnd(), references) });
    }
  }
  return blocks;

  /** @param {RegExpExecArray} first @returns {Block} */
  function takeList(first) {
    const kind = first[2].at(-1);
    /** @type {{ checked: boolean | null, blocks: Block[] }[]} */
    const items = [];
    for (let m; at < lines.length && (m = marker.exec(lines[at])) && m[2].at(-1) === kind && !rule.test(lines[at]); ) {
      const indent = m[1].length + m[2].length + (m[3]?.length ?? 1);
      const begin = lines[at].slice(m[0].length);
      at++;
      const rest = take((l, n) => (isBlank(l) ? indentOf(nextText(n)) >= indent : indentOf(l) >= indent || (n >= 0 && !isBlank(lines[at - 1]) && !interrupts(l) && !marker.test(l))));
      const inside = [begin, ...rest.map((l) => l.slice(Math.min(indent, indentOf(l))))];
      const task = /^\[([ xX])\] +/.exec(inside[0]);
      if (task) inside[0] = inside[0].slice(task[0].length);
      items.push({ checked: task ? task[1] !== ' ' : null, blocks: inner(inside) });
      const gap = take(isBlank);
      if (gap.length && !marker.test(lines[at] ?? '')) break;
    }
    return { type: 'list', start: /\d/.test(first[2]) ? parseInt(first[2], 10) : null, items };
  }

  /** The next line with text; looked for in at most 20 lines, which keeps the parser linear. */
  function nextText(/** @type {number} */ _n) {
    for (let n = at + 1; n < Math.min(lines.length, at + 20); n++) if (!isBlank(lines[n])) return lines[n];
    return '';
  }

  /** @returns {Block} */
  function takeTable() {
    const [head, marks, ...rows] = take((l, n) => !isBlank(l) && (n < 2 || l.includes('|'))).map(cellsOf);
    const align = marks.map((mark) => (/^:.*:$/.test(mark) ? 'center' : mark.endsWith(':') ? 'end' : 'start'));
    const cells = (/** @type {string[]} */ row) => align.map((_, n) => parseInline(row[n] ?? '', references));
    return { type: 'table', align, head: cells(head), rows: rows.map(cells) };
  }
};

/** Cells of a table row; an escaped bar is no border. @param {string} line */
const cellsOf = (line) => {
  const inside = line.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
};
