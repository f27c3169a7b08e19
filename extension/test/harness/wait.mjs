/** Waiting for something that a browser does in its own time. */

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @template T
 * @param {string} what for the message on time-out
 * @param {() => Promise<T> | T} look called until it returns something true
 * @param {number} [ms]
 * @returns {Promise<NonNullable<T>>}
 */
export const until = async (what, look, ms = 60_000) => {
  let seen;
  let trouble;
  for (const start = Date.now(); Date.now() - start < ms; await pause(40)) {
    try {
      seen = await look();
      if (seen) return /** @type {NonNullable<T>} */ (seen);
    } catch (error) {
      trouble = error;
    }
  }
  throw new Error(`timed out waiting for ${what}; last seen ${JSON.stringify(seen)} ${trouble ?? ''}`);
};
