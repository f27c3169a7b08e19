/**
 * From a tab to its Markdown: capture and host side by side, one job per tab.
 */
import { api, browserName, closeReason, hostFailure, pageFailure } from '../browser.js';
import { capturePage } from '../capture/capture.js';
import { askOrigin } from '../capture/offers.js';
import { Failure, asFailure } from '../failure.js';
import { hostOptions, loadSettings } from '../settings.js';
import { timed } from '../timed.js';
import { createHost, hostName } from './host.js';

/**
 * @typedef {import('../types.js').Result} Result
 * @typedef {{ tabId: number, frameId: number, what: import('../types.js').What, client: string }} Order
 */

const maxUnits = 32 << 20; // the host takes 32 MiB of UTF-8; fewer UTF-16 units may still be more bytes
const captureMs = 20_000;

export const host = createHost({
  connect: () => api.runtime.connectNative(hostName),
  closedBy: (port, greeted) => hostFailure(closeReason(port), greeted),
  self: { ext: api.runtime.getManifest().version, browser: browserName(), locale: api.i18n.getUILanguage() },
});

/** @type {Map<number, { what: string, result: Promise<Result>, stop: AbortController }>} */
const jobs = new Map();

/**
 * Converts a tab, or joins the conversion that runs for it.
 *
 * @param {object} order
 * @param {number} order.tabId
 * @param {number} [order.frameId] 0 is the whole tab
 * @param {import('../types.js').What} [order.what]
 * @param {string} order.client what asked, for the log: popup, menu or shortcut
 * @param {(stage: string, share: number) => void} [progress]
 * @returns {Promise<Result>} rejects with a Failure
 */
export const convertTab = ({ tabId, frameId = 0, what = 'page', client }, progress) => {
  const order = `${frameId} ${what}`;
  const running = jobs.get(tabId);
  if (running?.what === order) return running.result;
  running?.stop.abort();
  const stop = new AbortController();
  const result = run({ tabId, frameId, what, client }, { progress, signal: stop.signal })
    .catch((error) => {
      throw asFailure(error);
    })
    .finally(() => {
      if (jobs.get(tabId)?.stop === stop) jobs.delete(tabId);
    });
  jobs.set(tabId, { what: order, result, stop });
  return result;
};

/** @param {number} tabId */
export const cancelTab = (tabId) => jobs.get(tabId)?.stop.abort();

/**
 * @param {Order} order
 * @param {import('./host.js').Watch & { signal: AbortSignal }} watch
 */
const run = async (order, watch) => {
  host.warmUp();
  watch.progress?.('capture', -1, '');
  const stored = loadSettings();
  const [settings, tab, source, offers] = await Promise.all([
    stored,
    api.tabs.get(order.tabId),
    timed('capture', () => unless(watch.signal, captureWithinLimit(order))),
    stored.then((chosen) => offered(order, chosen)),
  ]);
  const request = (/** @type {import('../types.js').Source} */ captured) => requestOf({ ...captured, offers }, { url: order.frameId === 0 ? tab.url : '', incognito: tab.incognito, client: order.client }, hostOptions(settings));
  const slimly = async () => host.convert(request(await capture(order, true)), watch);
  try {
    const result = await timed('exchange', () => host.convert(request(source), watch));
    // The host's parser moved elements, so that what the browser knows of them
    // is lost: a copy without the hidden parts says the same in its markup.
    return stampsLost(result) && order.what === 'page' ? await slimly() : result;
  } catch (error) {
    const tooLarge = error instanceof Failure && error.detail === 'E_DOC_TOO_LARGE';
    if (!tooLarge || order.what !== 'page') throw error;
    return slimly();
  }
};

/** @param {Result} result */
const stampsLost = ({ losses = [] }) => losses.some(({ kind }) => kind === 'stamps');

/**
 * Waits for a capture, unless the reader cancels or the page is too busy to
 * let one in.
 * @template T
 * @param {AbortSignal} signal
 * @param {Promise<T>} captured
 * @returns {Promise<T>}
 */
const unless = (signal, captured) =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Failure('page_busy')), captureMs);
    signal.addEventListener('abort', () => reject(new Failure('cancelled')), { once: true });
    captured.then(resolve, reject).finally(() => clearTimeout(late));
  });

/**
 * @param {import('../types.js').Source} source
 * @param {{ url: string | undefined, incognito: boolean, client: string }} tab for a whole tab the page's own word on its address does not count
 * @param {Record<string, unknown>} opts
 */
const requestOf = ({ html, stamps, frames, offers, fragment, ...meta }, { url, incognito, client }, opts) => ({
  meta: { ...meta, url: url || meta.url, incognito, client },
  content: { html, ...(stamps && { stamps }), ...(frames && { frames }), ...(offers?.length && { offers }) },
  opts: fragment ? { ...opts, fragment } : opts,
});

/**
 * What the page's own origin offers besides the page, if the reader lets it be
 * asked; nothing if it cannot be.
 * @param {Order} order
 * @param {import('../types.js').Settings} settings
 * @returns {Promise<import('../types.js').Offer[]>}
 */
const offered = async ({ tabId, frameId, what }, settings) => {
  if (!settings.askOrigin || frameId !== 0 || what !== 'page') return [];
  const answers = await api.scripting
    .executeScript({ target: { tabId, frameIds: [0] }, func: askOrigin, injectImmediately: true })
    .catch(() => []);
  return answers[0]?.result ?? [];
};

/**
 * What a whole tab shows: its markup alone says what the reader sees.
 * @param {number} tabId
 * @returns {Promise<import('../types.js').Source>} rejects with a Failure
 */
export const captureShown = async (tabId) => {
  const source = await capture({ tabId, frameId: 0, what: 'page', client: 'popup' }, true);
  if (source.html.length > maxUnits) throw new Failure('page_too_large');
  return source;
};

/** @param {Order} order */
const captureWithinLimit = async (order) => {
  const source = await capture(order, false);
  if (source.html.length <= maxUnits) return source;
  const slim = await capture(order, true);
  if (slim.html.length > maxUnits) throw new Failure('page_too_large');
  return slim;
};

/**
 * @param {Order} order
 * @param {boolean} slim
 */
const capture = async ({ tabId, frameId, what }, slim) => {
  const refusal = async (/** @type {string} */ reason) => {
    const { url = '' } = (await api.tabs.get(tabId).catch(() => null)) ?? {};
    const name = await pageFailure(reason, url);
    return new Failure(frameId !== 0 && name !== 'page_gone' ? 'frame_denied' : name, 'refused');
  };
  const answers = await api.scripting
    .executeScript({ target: { tabId, frameIds: [frameId] }, func: capturePage, args: [{ what, slim }], injectImmediately: true })
    .catch(async (error) => {
      throw await refusal(String(error?.message ?? error));
    });
  const captured = answers?.[0]?.result;
  if (!captured) throw await refusal('');
  if (captured.problem) throw new Failure(captured.problem);
  return /** @type {import('../types.js').Source} */ (captured.source);
};
