/** Saved pages (clips) and the alerts of the log, both in the host's database. */
import { api } from '../browser.js';
import { asFailure } from '../failure.js';
import { host } from './convert.js';

/** @typedef {import('../types.js').Result} Result */

// A clip is sent in one message: 2^20 UTF-16 units are at most 3 MiB of the
// host's 4, and Firefox takes quadratic time in the length of a message.
const maxUnits = 1 << 20;

/**
 * Notes whether page memory is on, so that a page that cannot be saved is
 * reported to readers who rely on it, and to no others.
 * @param {boolean} on
 */
export const noteMemory = (on) => api.storage.local.set({ pageMemory: on });

/** @returns {Promise<boolean>} */
const memoryExpected = async () => (await api.storage.local.get('pageMemory')).pageMemory === true;

/**
 * Saves a result that was copied or exported, if page memory is on. A failure is
 * part of the reply, because copying or exporting has already succeeded.
 * @param {Result} result
 * @param {boolean} incognito
 * @returns {Promise<import('../types.js').SaveReply>} with a clip once it is on the disk, empty if page memory is off
 */
export const saveClip = async ({ url, title, markdown, metadata, quality, confidence }, incognito) => {
  if (incognito || !url) return {};
  try {
    if (markdown.length > maxUnits) {
      const { preferences } = await host.ask({ t: 'memory' });
      return preferences.pages ? { tooLong: true } : {};
    }
    const clip = await host.ask({
      t: 'save',
      url,
      canonical: metadata.canonical,
      title,
      markdown,
      source: metadata.source,
      quality: quality.score,
      confidence: confidence?.score,
    });
    await noteMemory(true);
    return { clip };
  } catch (error) {
    if (!(await memoryExpected())) return {};
    const { name, detail } = asFailure(error);
    if (detail !== 'E_OFF') return { failed: name };
    await noteMemory(false);
    return { off: true };
  }
};

/**
 * Finds the last clip of a page and compares it with the page. For a private
 * window the host is not asked.
 * @param {Result} result
 * @param {boolean} incognito
 * @returns {Promise<import('../types.js').Recall>}
 */
export const recallClip = async ({ url, markdown, metadata }, incognito) => {
  if (incognito || !url || markdown.length > maxUnits) return { added: 0, removed: 0 };
  return host.ask({ t: 'recall', url, canonical: metadata.canonical, markdown });
};

/** @returns {Promise<boolean>} whether any alert fires: the last week differs from the time before */
export const hasAlerts = async () => {
  const { drift } = await host.ask({ t: 'stats', window: '-7 days' });
  return drift.alarms.length > 0;
};
