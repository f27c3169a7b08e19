/**
 * Requests alternates of the page from its own origin, and from no other: its
 * Markdown version, or the JSON of a Reddit thread. Called only if the reader
 * allows it. Does not change the page.
 *
 * Runs inside the page, so its body must not refer to anything outside of it.
 *
 * @returns {Promise<import('../types.js').Alternate[]>}
 */
export async function requestAlternates() {
  const maxUnits = 8 << 20; // UTF-16 units of one answer
  const timeoutMs = 5000;

  /** @param {string} address @param {string} type @returns {Promise<import('../types.js').Alternate | null>} */
  const request = async (address, type) => {
    try {
      const target = new URL(address, location.href);
      if (target.origin !== location.origin || !/^https?:$/.test(target.protocol)) return null;
      // A redirect could lead to another origin.
      const response = await fetch(target, { headers: { accept: type }, credentials: 'same-origin', redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      const answered = (response.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
      if (!response.ok || answered !== type) {
        await response.body?.cancel();
        return null;
      }
      const text = await response.text();
      return text.length <= maxUnits ? { type, url: target.href, text } : null;
    } catch {
      return null; // alternates are optional
    }
  };

  const { hostname, origin, pathname, href } = location;
  if (/(^|\.)reddit\.com$/.test(hostname) && pathname.includes('/comments/')) {
    const thread = await request(`${origin}${pathname.replace(/\/+$/, '')}.json?limit=500&raw_json=1`, 'application/json');
    return thread ? [thread] : [];
  }
  // Form fields named like a method of document hide it (DOM clobbering).
  // Only the head counts: the body may contain third-party markup.
  const links = Document.prototype.querySelectorAll.call(document, 'html > head > link[rel~="alternate"][type="text/markdown"]');
  const linked = links.length > 0 ? /** @type {HTMLLinkElement} */ (links[0]).href : href;
  const markdown = await request(linked, 'text/markdown');
  return markdown ? [markdown] : [];
}
