/** Measures steps for the browser's profiler and for `make bench-e2e`. */

/**
 * @template T
 * @param {string} name of the step; only its last run is kept
 * @param {() => T | Promise<T>} step
 * @returns {Promise<T>}
 */
export const timed = async (name, step) => {
  const start = performance.now();
  try {
    return await step();
  } finally {
    performance.clearMeasures(name);
    performance.measure(name, { start, end: performance.now() });
  }
};
