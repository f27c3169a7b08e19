/** Usual context sizes of language models. */

const sizes = [2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 200_000, 1_000_000]; // in tokens

/** @param {number} tokens @returns {number | undefined} the smallest usual context size that holds so many tokens */
export const contextSizeFor = (tokens) => sizes.find((size) => tokens <= size);
