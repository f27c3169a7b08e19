/** Summaries by the configured model, at most one at a time per tab. */
import { api } from '../browser.js';
import { Failure } from '../failure.js';
import { host } from './convert.js';

/** @type {Map<number, AbortController>} */
const running = new Map();

/**
 * @param {import('../types.js').SummaryOrder} order
 * @param {(stage: string, share: number, text: string) => void} progress
 * @returns {Promise<import('../types.js').SummaryReply>} rejects with a Failure
 */
export const summarizeTab = async ({ tabId, url, title, markdown, allow }, progress) => {
  cancelSummary(tabId);
  const stop = new AbortController();
  running.set(tabId, stop);
  try {
    const tab = await api.tabs.get(tabId).catch(() => null);
    const meta = { url, title, incognito: tab?.incognito ?? true };
    return { summary: await host.ask({ t: 'summarize', meta, markdown, ...(allow && { allow }) }, { progress, signal: stop.signal }) };
  } catch (error) {
    if (!(error instanceof Failure) || error.name !== 'model_consent') throw error;
    return { consent: { origin: String(error.about.origin), model: String(error.about.model) } };
  } finally {
    if (running.get(tabId) === stop) running.delete(tabId);
  }
};

/** @param {number} tabId */
export const cancelSummary = (tabId) => running.get(tabId)?.abort();
