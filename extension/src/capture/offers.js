/**
 * Asks the page's own origin, and no other, for forms of the page that say it
 * more plainly: its Markdown, or the JSON of a Reddit thread. Only called if
 * the reader allows it. The page itself is only read.
 *
 * Injected into pages, so it uses nothing from outside its own body.
 *
 * @returns {Promise<import('../types.js').Offer[]>}
 */
export async function askOrigin() {
  const maxUnits = 8 << 20; // of one answer
  const patienceMs = 5000;

  /** @param {string} address @param {string} type @returns {Promise<import('../types.js').Offer | null>} */
  const ask = async (address, type) => {
    try {
      const target = new URL(address, location.href);
      if (target.origin !== location.origin || !/^https?:$/.test(target.protocol)) return null;
      // A redirect could lead elsewhere.
      const response = await fetch(target, { headers: { accept: type }, credentials: 'same-origin', redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
      const given = (response.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
      if (!response.ok || given !== type) {
        await response.body?.cancel();
        return null;
      }
      const text = await response.text();
      return text.length <= maxUnits ? { type, url: target.href, text } : null;
    } catch {
      return null; // the page itself is enough
    }
  };

  const { hostname, origin, pathname, href } = location;
  if (/(^|\.)reddit\.com$/.test(hostname) && pathname.includes('/comments/')) {
    const thread = await ask(`${origin}${pathname.replace(/\/+$/, '')}.json?limit=500&raw_json=1`, 'application/json');
    return thread ? [thread] : [];
  }
  // A page can hide its document's methods behind fields of the same name.
  const links = Document.prototype.querySelectorAll.call(document, 'link[rel~="alternate"][type="text/markdown"]');
  const linked = links.length > 0 ? /** @type {HTMLLinkElement} */ (links[0]).href : href;
  const markdown = await ask(linked, 'text/markdown');
  return markdown ? [markdown] : [];
}
