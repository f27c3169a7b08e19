/** Renders a result in the output format that the reader chose. */

/**
 * @param {import('./types.js').Result} result
 * @param {string} format markdown, json, text or html
 */
export const inFormat = (result, format) => {
  if (format === 'json') return `${JSON.stringify(result, null, 2)}\n`;
  if (format === 'html') return result.html ?? result.markdown;
  return format === 'text' ? (result.text ?? result.markdown) : result.markdown;
};
