/** The score that badge and popup show, and its band. */

/**
 * @param {import('./types.js').Result} result
 * @returns {number} 0–1: the calibrated confidence, or the quality if the result has none
 */
export const scoreOf = (result) => result.confidence?.score ?? result.quality.score;

/** @param {number} score @returns {'high' | 'medium' | 'low'} */
export const bandOf = (score) => (score >= 0.9 ? 'high' : score >= 0.75 ? 'medium' : 'low');
