/** The one figure that badge and popup show, and its band. */

/**
 * @param {import('./types.js').Result} result
 * @returns {number} 0–1: the calibrated confidence, or the quality while there is none
 */
export const figureOf = (result) => result.confidence?.score ?? result.quality.score;

/** @param {number} figure @returns {'high' | 'medium' | 'low'} */
export const bandOf = (figure) => (figure >= 0.9 ? 'high' : figure >= 0.75 ? 'medium' : 'low');
