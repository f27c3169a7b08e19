/** The score that badge and popup show, and its band. */

/** @typedef {import('./types.js').Result} Result */

/**
 * @param {Result} result
 * @returns {number} 0–1: the calibrated confidence, or the quality if the result has none
 */
export const scoreOf = (result) => result.confidence?.score ?? result.quality.score;

/** Whether the source holds nothing but content, so that scores say little. @param {Result} result */
export const isClean = ({ explanation }) => explanation?.clean === true;

/** @param {number} score @returns {'high' | 'medium' | 'low'} */
export const bandOf = (score) => (score >= 0.9 ? 'high' : score >= 0.75 ? 'medium' : 'low');
