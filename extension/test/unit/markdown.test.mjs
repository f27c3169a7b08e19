import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../harness/registration.mjs';
import { parseBlocks } from '../../src/markdown/blocks.js';
import { parseInline, plainText } from '../../src/markdown/inline.js';

/** Writes inlines in a short notation. @param {import('../../src/markdown/inline.js').Inline[]} list @returns {string} */
const short = (list) =>
  list.map((i) => {
    if (i.type === 'text') return i.text;
    if (i.type === 'break') return '<br>';
    if (i.type === 'image') return `<image ${i.url}>${i.text}</image>`;
    if ('children' in i) return `<${i.name ?? i.type}${i.url ? ` ${i.url}` : ''}>${short(i.children)}</${i.name ?? i.type}>`;
    return `<${i.type}>${i.text}</${i.type}>`;
  }).join('');

for (const [markdown, want] of [
  ['plain words', 'plain words'],
  ['**bold** and *slanted* and ~~gone~~ and ==marked==', '<strong>bold</strong> and <em>slanted</em> and <del>gone</del> and <mark>marked</mark>'],
  ['***both***', '<em><strong>both</strong></em>'],
  ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
  ['**a *b** c*', '<em><em>a <em>b</em></em> c</em>'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['_one_ and __two__', '<em>one</em> and <strong>two</strong>'],
  ['\\*not\\* &amp; &#8211; &unknown;', '*not* & – &unknown;'],
  ['&valueOf; &toString;', '&valueOf; &toString;'],
  ['a <!-- b --> c <!-- d', 'a  c <!-- d'],
  ['[a [b](u) [c](v) d](w) ]', '[a <link u>b</link> <link v>c</link> d](w) ]'],
  ['`code *x*` and ``a ` b``', '<code>code *x*</code> and <code>a ` b</code>'],
  ['a `b', 'a `b'],
  ['[text](https://example.org/a_b "T") end', '<link https://example.org/a_b>text</link> end'],
  ['[a *b*](<x y> )', '<link x y>a <em>b</em></link>'],
  ['[a](b(c)d)', '<link b(c)d>a</link>'],
  ['![alt](i.png) [![alt](i.png)](page)', '<image i.png>alt</image> <link page><image i.png>alt</image></link>'],
  ['[named][one] and [one] and [other]', '<link u>named</link> and <link u>one</link> and [other]'],
  ['see[^2] $E=mc^2$ costs $5 or $6', 'see<note>2</note> <formula>E=mc^2</formula> costs $5 or $6'],
  ['<https://example.org> H<sub>2</sub>O <script>x</script>', '<link https://example.org>https://example.org</link> H<sub>2</sub>O <script>x</script>'],
  ['a<br>b  \nc\\\nd\ne', 'a<br>b<br>c<br>d e'],
]) {
  test(`markdown: inline ${JSON.stringify(markdown)}`, () => {
    assert.equal(short(parseInline(markdown, new Map([['one', 'u']]))), want);
  });
}

/** @param {import('../../src/markdown/blocks.js').Block[]} blocks @returns {any[]} */
const outline = (blocks) =>
  blocks.map((b) => {
    if (b.type === 'list') return [b.start === null ? 'ul' : `ol ${b.start}`, ...b.items.map((i) => [i.checked, ...outline(i.blocks)])];
    if (b.type === 'quote') return [b.kind ?? 'quote', ...outline(b.blocks)];
    if (b.type === 'note') return [`note ${b.name}`, ...outline(b.blocks)];
    if (b.type === 'table') return ['table', b.align.join(), short(b.head.flat()), ...b.rows.map((r) => r.map(short).join('|'))];
    if (b.type === 'heading') return `h${b.level} ${short(b.inlines)}`;
    if (b.type === 'paragraph') return short(b.inlines);
    if (b.type === 'rule') return '---';
    return `${b.type} ${b.text}`;
  });

/** @type {[string, string, any[]][]} */
const cases = [
  ['headings and paragraphs', '# One\n\ntext\nmore\n## Two ##\n', ['h1 One', 'text more', 'h2 Two']],
  ['fenced code', '```js\na\n\n# b\n```\nafter', ['code a\n\n# b', 'after']],
  ['lists within lists', '- a\n  - b\n\n    c\n- d\n\nend', [['ul', [null, 'a', ['ul', [null, 'b', 'c']]], [null, 'd']], 'end']],
  ['numbered lists and tasks', '3. a\n4. b\n\n- [x] done\n- [ ] open', [['ol 3', [null, 'a'], [null, 'b']], ['ul', [true, 'done'], [false, 'open']]]],
  ['quotes and callouts', '> a\n>\n> > b\n\n> [!NOTE] Title\n> text', [['quote', 'a', ['quote', 'b']], ['note', '<strong>Title</strong>', 'text']]],
  ['tables', '| a | b |\n|---|--:|\n| 1 | x \\| y |\n| 2 |\n', [['table', 'start,end', 'ab', '1|x | y', '2|']]],
  ['rules, formulas and notes', '---\n\n$$\na+b\n$$\n\n[^1]: A note\n    goes on', ['---', 'formula a+b', ['note 1', 'A note goes on']]],
  ['link definitions are no text', 'See [a].\n\n[a]: https://example.org/', ['See <link https://example.org/>a</link>.']],
  ['HTML blocks', '<table><tr><td colspan="2">x</td></tr></table>\n\ny', ['html <table><tr><td colspan="2">x</td></tr></table>', 'y']],
];
for (const [name, markdown, want] of cases) {
  test(`markdown: ${name}`, () => assert.deepEqual(outline(parseBlocks(markdown)), want));
}

/** All text of blocks. @param {any} value @returns {string} */
const textOf = (value) => {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (!value || typeof value !== 'object') return '';
  if (value.inlines) return plainText(value.inlines);
  return [value.text ?? '', textOf(value.blocks), textOf(value.items), textOf(value.head?.map(plainText).map((/** @type {string} */ text) => ({ text }))),
    textOf(value.rows?.flat().map(plainText).map((/** @type {string} */ text) => ({ text })))].join(' ');
};

test('markdown: every word of the converter’s own expected files is shown', () => {
  const folder = path.join(root, 'internal/markdown/testdata/cases');
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.md'));
  assert.ok(files.length > 40, `${files.length} files`);
  const words = (/** @type {string} */ text) => text.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  for (const name of files) {
    const markdown = fs.readFileSync(path.join(folder, name), 'utf8');
    const shown = new Set(words(textOf(parseBlocks(markdown))));
    // Addresses, titles and definitions are not shown as text.
    const plain = markdown.replace(/^\[[^\]]+\]:.*$/gm, '').replace(/\]\((?:<[^>]*>|[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"(?:[^"\\]|\\.)*")?\)/g, ']').replace(/^```.*$|^\s*>?\s*\[!\w+\]|<[^>]+>|\[\^\w+\]|&\w+;/gm, ' ');
    const missing = words(plain.replaceAll('\\', ' ')).filter((word) => !shown.has(word) && !textOf(parseBlocks(markdown)).includes(word));
    assert.deepEqual(missing, [], name);
  }
});

test('markdown: hostile texts take linear time and space', () => {
  for (const text of ['*'.repeat(20_000), '*a_'.repeat(7_000), '['.repeat(20_000), '![['.repeat(7_000), '`a``'.repeat(5_000), '> '.repeat(10_000), '- '.repeat(10_000), '$a '.repeat(7_000), '<b>'.repeat(7_000), '[a](b '.repeat(4_000), '|a'.repeat(10_000), '\\'.repeat(20_000), '<!--'.repeat(100_000), '`a`]'.repeat(100_000), `${'['.repeat(50_000)}${'[x](u)'.repeat(30_000)}`]) {
    assert.ok(JSON.stringify(parseBlocks(text)).length < 100 * text.length + 1000, text.slice(0, 10));
  }
});

test('markdown: nested tags are limited in depth, because the popup shows them recursively', () => {
  const depth = (/** @type {any[]} */ list) => {
    let levels = 0;
    for (let inner = list; inner; inner = inner.find((inline) => inline.children)?.children) levels++;
    return levels;
  };
  const nested = (/** @type {number} */ levels) => '<b>'.repeat(levels) + 'core' + '</b>'.repeat(levels);
  assert.equal(depth(parseInline(nested(500))), 501);
  assert.ok(depth(parseInline(nested(20_000))) < 2000);
});
