/** A page that came out badly, as a folder that the reader may send to somebody. */
import { api } from '../browser.js';
import { Failure } from '../failure.js';
import { captureShown, host } from './convert.js';

/**
 * Has the host write the page with other words, and the figures of its
 * conversion. Nothing is sent, and a private window leaves nothing.
 * @param {number} tabId
 * @returns {Promise<{ folder: string }>} rejects with a Failure
 */
export const reportTab = async (tabId) => {
  const { incognito } = await api.tabs.get(tabId);
  if (incognito) throw new Failure('page_denied', 'a private window');
  const { html } = await captureShown(tabId);
  const { folder } = /** @type {any} */ (await host.convert({ purpose: 'report', meta: {}, content: { html }, opts: {} }));
  if (!folder) throw new Failure('host_too_old', 'it converted instead');
  return { folder };
};
