/** Turns a title into a file name that every file system takes. */

const maxBytes = 180; // of UTF-8; 255 is the usual limit, and a browser may add " (12)" or a temporary ending
const extensions = /** @type {Record<string, string>} */ ({ markdown: '.md', json: '.json', text: '.txt' });

// What Windows reads as a device, whatever follows the first dot.
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?= *(\.|$))/i;
// Controls, and characters that turn the reading direction or show nothing:
// "cod.md" must not look like "dm.doc".
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const separators = /[\t-\r\p{Z}]+/gu;
const forbidden = /[<>:"/\\|?*~%]/g;

/**
 * @param {string} title
 * @param {string} format markdown, json or text
 * @returns {string} never empty, never hidden, at most 184 bytes with its ending
 */
export const fileName = (title, format) => {
  const plain = title
    .normalize('NFC')
    .replace(separators, ' ')
    .replace(invisible, '')
    .replace(forbidden, '-')
    .replace(/^[\s.\-]+/, '')
    .slice(0, 4 * maxBytes);
  const name = trimEnd(cutBytes(plain, maxBytes)) || 'page';
  return `${name.replace(reserved, '$1-page')}${extensions[format] ?? '.md'}`;
};

/** @param {string} name */
const trimEnd = (name) => name.replace(/[\s.\-]+$/, '');

/**
 * @param {string} text
 * @param {number} most bytes of UTF-8
 */
const cutBytes = (text, most) => {
  const encoder = new TextEncoder();
  let bytes = 0;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > most) break;
    cut += segment;
  }
  return cut;
};
