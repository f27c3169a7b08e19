/** Says in the reader's language why a result was chosen. */
import { count, decimal, percent, text } from './text.js';

/** @typedef {import('./types.js').Reason} Reason */

/** @param {Reason} reason @returns {string} empty for a code that this version does not know */
const sentenceOf = ({ code, engine = '', other = '', scores = [], counts = [], cause }) => {
  const inPercent = code === 'alternate' || code === 'different';
  const values = scores.map((score) => (inPercent ? percent(score) : decimal(score, 2)));
  // $1 and $2 are names, $3 to $5 scores, $6 and $7 numbers, $8 another reason.
  const [a = '', b = '', c = ''] = values;
  const [n = '', m = ''] = counts.map((value) => count(value));
  return text(`reason_${code.replaceAll('-', '_')}`, engine, other, a, b, c, n, m, cause ? sentenceOf(cause) : '');
};

/**
 * @param {import('./types.js').Result} result
 * @returns {{ sentence: string, english: boolean }} english: the host's own sentence
 */
export const reasonOf = ({ reason, explanation }) => {
  const sentences = explanation?.reasons.map(sentenceOf) ?? [];
  const known = sentences.length > 0 && sentences.every(Boolean);
  return known ? { sentence: sentences.join(' '), english: false } : { sentence: reason, english: true };
};
