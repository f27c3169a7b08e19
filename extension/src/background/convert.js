/**
 * Converts tabs: capture and host start in parallel, one conversion per tab at
 * a time.
 */
import { api, browserName, closeReason, hostFailure, isPdf, pageFailure } from '../browser.js';
import { requestAlternates } from '../capture/alternates.js';
import { capturePage } from '../capture/capture.js';
import { readFacts } from '../capture/facts.js';
import { defineStyles } from '../capture/styles.js';
import { Failure, asFailure } from '../failure.js';
import { hostOptions, loadSettings } from '../settings.js';
import { timed } from '../timing.js';
import { createHost, hostName } from './host.js';

/**
 * @typedef {import('../types.js').Result} Result
 * @typedef {import('../types.js').PageFacts} PageFacts
 * @typedef {{ result: Result, page: PageFacts }} Converted
 * @typedef {{ tabId: number, frameId: number, scope: import('../types.js').Scope, client: string, choice: import('../types.js').Choice }} Conversion
 */

const maxUnits = 32 << 20; // UTF-16 units; the host's limit is 32 MiB of UTF-8, which never has fewer bytes than units
const captureMs = 20_000;

export const host = createHost({
  connect: () => api.runtime.connectNative(hostName),
  failureOfClose: (port, greeted) => hostFailure(closeReason(port), greeted),
  client: { ext: api.runtime.getManifest().version, browser: browserName(), locale: api.i18n.getUILanguage() },
});

/** @type {Map<number, { key: string, result: Promise<Converted>, stop: AbortController }>} */
const jobs = new Map();

/**
 * Converts a tab. If the same conversion is already running for the tab, its
 * result is returned; a different one is cancelled.
 *
 * @param {object} conversion
 * @param {number} conversion.tabId
 * @param {number} [conversion.frameId] 0 is the whole tab
 * @param {import('../types.js').Scope} [conversion.scope]
 * @param {string} conversion.client origin of the request, for the log: popup, menu or shortcut
 * @param {import('../types.js').Choice} [conversion.choice]
 * @param {(stage: string, share: number) => void} [progress]
 * @returns {Promise<Converted>} rejects with a Failure
 */
export const convertTab = ({ tabId, frameId = 0, scope = 'page', client, choice = {} }, progress) => {
  const key = JSON.stringify([frameId, scope, choice]);
  const running = jobs.get(tabId);
  if (running?.key === key) return running.result;
  running?.stop.abort();
  const stop = new AbortController();
  const result = run({ tabId, frameId, scope, client, choice }, { progress, signal: stop.signal })
    .catch((error) => {
      throw asFailure(error);
    })
    .finally(() => {
      if (jobs.get(tabId)?.stop === stop) jobs.delete(tabId);
    });
  jobs.set(tabId, { key, result, stop });
  return result;
};

/** @param {number} tabId */
export const cancelTab = (tabId) => jobs.get(tabId)?.stop.abort();

/**
 * @param {Conversion} conversion
 * @param {import('./host.js').RequestControl & { signal: AbortSignal }} control
 * @returns {Promise<Converted>}
 */
const run = async (conversion, control) => {
  host.warmUp();
  control.progress?.('capture', -1, '');
  const stored = loadSettings();
  const [settings, tab, source, alternates, page] = await Promise.all([
    stored,
    api.tabs.get(conversion.tabId),
    timed('capture', () => withTimeout(control.signal, captureWithinLimit(conversion))),
    stored.then((chosen) => alternatesOf(conversion, chosen)),
    factsOf(conversion),
  ]);
  const { format = settings.format, whole } = conversion.choice;
  const options = { ...hostOptions({ ...settings, format: /** @type {any} */ (format) }), ...(whole && { engine: 'body' }) };
  const about = { url: conversion.frameId === 0 ? tab.url : '', incognito: tab.incognito, client: conversion.client };
  const request = (/** @type {import('../types.js').Source} */ captured) => requestOf({ ...captured, offers: alternates }, about, options);
  const convertVisible = async () => host.convert(request(await capture(conversion, true)), control);
  try {
    const result = await timed('exchange', () => host.convert(request(source), control));
    // The host's parser moved elements, so that the annotations no longer match
    // it. A capture of the visible parts alone needs none.
    return { result: annotationsLost(result) && conversion.scope === 'page' ? await convertVisible() : result, page };
  } catch (error) {
    const tooLarge = error instanceof Failure && error.detail === 'E_DOC_TOO_LARGE';
    if (!tooLarge || conversion.scope !== 'page') throw error;
    return { result: await convertVisible(), page };
  }
};

/** Facts about the tab; without them the result is shown all the same. @param {Conversion} conversion @returns {Promise<PageFacts>} */
const factsOf = async ({ tabId, frameId }) => {
  const answers = await api.scripting.executeScript({ target: { tabId, frameIds: [frameId] }, func: readFacts, injectImmediately: true }).catch(() => []);
  return answers[0]?.result ?? { status: 0, loading: false, selected: false };
};

/** @param {Result} result */
const annotationsLost = ({ losses = [] }) => losses.some(({ kind }) => kind === 'stamps');

/**
 * Waits for a capture until the reader cancels or captureMs have passed.
 * @template T
 * @param {AbortSignal} signal
 * @param {Promise<T>} captured
 * @returns {Promise<T>}
 */
const withTimeout = (signal, captured) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Failure('page_busy')), captureMs);
    signal.addEventListener('abort', () => reject(new Failure('cancelled')), { once: true });
    captured.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/**
 * @param {import('../types.js').Source} source
 * @param {{ url: string | undefined, incognito: boolean, client: string }} about url replaces the address that the page reports
 * @param {Record<string, unknown>} opts
 */
const requestOf = ({ html, stamps, frames, offers, fragment, ...meta }, { url, incognito, client }, opts) => ({
  meta: { ...meta, url: url || meta.url, incognito, client },
  content: { html, ...(stamps && { stamps }), ...(frames && { frames }), ...(offers?.length && { offers }) },
  opts: fragment ? { ...opts, fragment } : opts,
});

/**
 * Alternates of the page from its own origin, if the reader allows the request;
 * an empty list if it fails.
 * @param {Conversion} conversion
 * @param {import('../types.js').Settings} settings
 * @returns {Promise<import('../types.js').Alternate[]>}
 */
const alternatesOf = async ({ tabId, frameId, scope }, settings) => {
  if (!settings.askOrigin || frameId !== 0 || scope !== 'page') return [];
  const answers = await api.scripting
    .executeScript({ target: { tabId, frameIds: [0] }, func: requestAlternates, injectImmediately: true })
    .catch(() => []);
  return answers[0]?.result ?? [];
};

/**
 * Captures only the visible parts of a tab, without annotations.
 * @param {number} tabId
 * @returns {Promise<import('../types.js').Source>} rejects with a Failure
 */
export const captureVisible = async (tabId) => {
  const source = await capture({ tabId, frameId: 0, scope: 'page', client: 'popup', choice: {} }, true);
  if (source.html.length > maxUnits) throw new Failure('page_too_large');
  return source;
};

/**
 * Captures a tab for an agent. The address is the one that the page itself reports.
 * @param {number} tabId
 */
export const captureForAgent = async (tabId) => {
  const { html, stamps, frames, fragment, offers, ...meta } = await captureWithinLimit({ tabId, frameId: 0, scope: 'page', client: 'agent', choice: {} });
  return { meta: { ...meta, incognito: false, client: 'agent' }, content: { html, ...(stamps && { stamps }), ...(frames && { frames }) } };
};

/** Captures the page, or only its visible parts if it is too large. @param {Conversion} conversion */
const captureWithinLimit = async (conversion) => {
  const source = await capture(conversion, false);
  if (source.html.length <= maxUnits) return source;
  const visible = await capture(conversion, true);
  if (visible.html.length > maxUnits) throw new Failure('page_too_large');
  return visible;
};

/**
 * @param {Conversion} conversion
 * @param {boolean} visibleOnly
 */
const capture = async ({ tabId, frameId, scope }, visibleOnly) => {
  const refusal = async (/** @type {string} */ reason) => {
    const { url = '' } = (await api.tabs.get(tabId).catch(() => null)) ?? {};
    const name = await pageFailure(reason, url);
    return new Failure(frameId !== 0 && name !== 'page_gone' ? 'frame_denied' : name, 'refused');
  };
  const target = { tabId, frameIds: [frameId] };
  const captureInTab = async () => {
    await api.scripting.executeScript({ target, func: defineStyles, injectImmediately: true });
    return api.scripting.executeScript({ target, func: capturePage, args: [{ scope, visibleOnly }], injectImmediately: true });
  };
  const answers = await captureInTab().catch(async (error) => {
    throw await refusal(String(error?.message ?? error));
  });
  const captured = answers?.[0]?.result;
  if (!captured) throw await refusal('');
  if (captured.problem) throw new Failure(captured.problem === 'page_viewer' && isPdf((await api.tabs.get(tabId)).url ?? '') ? 'page_pdf' : captured.problem);
  return /** @type {import('../types.js').Source} */ (captured.source);
};
