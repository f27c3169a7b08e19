/** Turns a title into a file name that is valid on every file system. */

const maxBytes = 180; // of UTF-8; file systems allow 255, and a browser may add " (12)" or a temporary extension
const extensions = /** @type {Record<string, string>} */ ({ markdown: '.md', json: '.json', text: '.txt', html: '.html' });

// Device names of Windows, with or without an extension.
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?= *(\.|$))/i;
// Control, format and private-use characters, among them those that reverse
// the text direction: a name must not look as if it had another extension.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const separators = /[\t-\r\p{Z}]+/gu;
const forbidden = /[<>:"/\\|?*~%]/g;

/**
 * @param {string} title
 * @param {string} format markdown, json, text or html
 * @returns {string} never empty, never a hidden file, at most 184 bytes with its extension
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
 * Truncates text at a grapheme boundary.
 * @param {string} text
 * @param {number} limit in bytes of UTF-8
 */
const cutBytes = (text, limit) => {
  const encoder = new TextEncoder();
  let bytes = 0;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > limit) break;
    cut += segment;
  }
  return cut;
};
