/** Renders a result in the output format that the reader chose. */

/**
 * @param {import('./types.js').Result} result
 * @param {string} format markdown, json or text
 */
export const inFormat = (result, format) => {
  if (format === 'json') return `${JSON.stringify(result, null, 2)}\n`;
  return format === 'text' ? (result.text ?? result.markdown) : result.markdown;
};
