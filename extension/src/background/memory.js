/** What the host remembers: pages that were kept, and the log. */
import { Failure } from '../failure.js';
import { host } from './convert.js';

/** @typedef {import('../types.js').Result} Result */

// One message takes it all: 1 Mi units are at most 3 MiB of the host's 4, and
// Firefox needs time by the square of a message's length.
const maxUnits = 1 << 20;

/**
 * Keeps a result that the reader has copied or saved, if they want pages to be
 * remembered. Once it resolves with a clip, the clip is on the disk.
 * @param {Result} result
 * @param {boolean} incognito
 * @returns {Promise<import('../types.js').Kept>} without a clip if nothing was kept
 */
export const keep = async ({ url, title, markdown, metadata, quality, confidence }, incognito) => {
  if (incognito || !url) return {};
  if (markdown.length > maxUnits) {
    const { preferences } = await host.ask({ t: 'memory' });
    return { tooLong: preferences.pages };
  }
  try {
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
    return { clip };
  } catch (error) {
    if (error instanceof Failure && error.detail === 'E_OFF') return {};
    throw error;
  }
};

/**
 * What was kept of a page, and how the page differs now. A private window asks
 * nothing.
 * @param {Result} result
 * @param {boolean} incognito
 * @returns {Promise<import('../types.js').Recalled>}
 */
export const recall = async ({ url, markdown, metadata }, incognito) => {
  if (incognito || !url || markdown.length > maxUnits) return { added: 0, removed: 0 };
  return host.ask({ t: 'recall', url, canonical: metadata.canonical, markdown });
};

/** Whether the last week differs from the time before. */
export const drifts = async () => {
  const { drift } = await host.ask({ t: 'stats', window: '-7 days' });
  return drift.alarms.length > 0;
};
