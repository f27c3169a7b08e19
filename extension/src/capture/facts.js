/**
 * Facts about the tab that are not part of its content. Does not change the page.
 *
 * Runs inside the page, so its body must not refer to anything outside of it.
 *
 * @returns {import('../types.js').PageFacts}
 */
export function readFacts() {
  const [navigation] = /** @type {any[]} */ (performance.getEntriesByType('navigation'));
  const stateOf = /** @type {() => string} */ (Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')?.get);
  return {
    status: navigation?.responseStatus ?? 0,
    loading: stateOf.call(document) !== 'complete',
    selected: getSelection()?.type === 'Range',
  };
}
