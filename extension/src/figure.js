/** The figures that badge and popup show. */

/**
 * @param {import('./types.js').Result} result
 * @returns {number} 0–1: the calibrated confidence, or the quality while there is none
 */
export const figureOf = (result) => result.confidence?.score ?? result.quality.score;

/** @param {number} figure @returns {'high' | 'medium' | 'low'} */
export const bandOf = (figure) => (figure >= 0.9 ? 'high' : figure >= 0.75 ? 'medium' : 'low');

const contexts = [2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 200_000, 1_000_000]; // of models, in tokens

/** @param {number} tokens @returns {number | undefined} the smallest usual context of a model that holds so many */
export const contextFor = (tokens) => contexts.find((size) => tokens <= size);
