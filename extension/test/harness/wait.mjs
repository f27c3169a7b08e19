/** Waits for asynchronous effects in a browser. */

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @template T
 * @param {string} name for the message of a timeout
 * @param {() => Promise<T> | T} look called until it returns a truthy value
 * @param {number} [ms]
 * @returns {Promise<NonNullable<T>>}
 */
export const until = async (name, look, ms = 60_000) => {
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
  throw new Error(`timed out waiting for ${name}; last seen ${JSON.stringify(seen)} ${trouble ?? ''}`);
};
