/** Writes an anonymised report of a bad result to a folder. */
import { api } from '../browser.js';
import { Failure } from '../failure.js';
import { captureVisible, host } from './convert.js';

/**
 * Has the host write the page with every word replaced, and the scores of its
 * conversion. Nothing is sent. A tab in a private window is refused, because a
 * report would leave a trace of it.
 * @param {number} tabId
 * @returns {Promise<{ folder: string }>} rejects with a Failure
 */
export const reportTab = async (tabId) => {
  const { incognito } = await api.tabs.get(tabId);
  if (incognito) throw new Failure('page_denied', 'a private window');
  const { html } = await captureVisible(tabId);
  const { folder } = /** @type {any} */ (await host.convert({ purpose: 'report', meta: {}, content: { html }, opts: {} }));
  if (!folder) throw new Failure('host_too_old', 'it converted instead');
  return { folder };
};
