/**
 * Waits in a page until it has an element, or has not changed for a second; at most
 * 20 seconds. The browser runs this function in the page, so it uses nothing from
 * its module. It changes nothing.
 * @param {string} goal a CSS selector, or idle
 * @returns {Promise<'done' | 'late' | 'wrong'>} wrong: the selector is invalid
 */
export const waitInPage = (goal) =>
  new Promise((resolve) => {
    const calmMs = 1000;
    const limitMs = 20_000;
    const idle = goal === 'idle';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let calm;
    const observer = new MutationObserver(() => check());
    const limit = setTimeout(() => end('late'), limitMs);
    const end = (/** @type {'done' | 'late' | 'wrong'} */ outcome) => {
      observer.disconnect();
      clearTimeout(limit);
      clearTimeout(calm);
      resolve(outcome);
    };
    const check = () => {
      if (idle) {
        clearTimeout(calm);
        calm = setTimeout(() => (document.readyState === 'complete' ? end('done') : check()), calmMs);
        return;
      }
      try {
        if (document.querySelector(goal)) end('done');
      } catch {
        end('wrong');
      }
    };
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    check();
  });
