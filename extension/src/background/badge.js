/**
 * The badge of a tab: the score of its last result, coloured by band. The tab's
 * address is stored for the session, so that the badge survives a suspended
 * background and is cleared when the tab shows another page.
 */
import { api } from '../browser.js';
import { bandOf, isClean, scoreOf } from '../score.js';
import { decimal, text } from '../text.js';

const colours = { high: '#1a7f4b', medium: '#96660a', low: '#c0392b', busy: '#57606a' };
const doneMs = 1200; // how long the tick of a finished job stays

/**
 * Sets the badge; a tab that was closed meanwhile is ignored.
 * @param {number} tabId @param {string} label @param {string} colour @param {string} title
 */
const paint = (tabId, label, colour, title) =>
  Promise.allSettled([
    api.action.setBadgeText({ tabId, text: label }),
    api.action.setBadgeBackgroundColor({ tabId, color: colour }),
    api.action.setBadgeTextColor({ tabId, color: '#ffffff' }),
    api.action.setTitle({ tabId, title }),
  ]);

const key = (/** @type {number} */ tabId) => `badge:${tabId}`;

/** Addresses in private windows are kept in memory only. @type {Map<number, string>} */
const privateAddresses = new Map();

/** @param {number} tabId @param {string} url @param {boolean} incognito */
const storeAddress = async (tabId, url, incognito) => {
  if (incognito) privateAddresses.set(tabId, url);
  else await api.storage.session.set({ [key(tabId)]: url });
};

/** @param {number} tabId @returns {Promise<string | undefined>} */
const storedAddress = async (tabId) =>
  privateAddresses.get(tabId) ?? /** @type {string | undefined} */ ((await api.storage.session.get(key(tabId)))[key(tabId)]);

/**
 * Ties the badge of a tab to the page shown now. After the tab has moved on,
 * results of that page no longer change the badge.
 * @param {number} tabId
 */
export const trackPage = async (tabId) => {
  const tab = await api.tabs.get(tabId).catch(() => null);
  if (tab) await storeAddress(tabId, tab.url ?? '', tab.incognito);
};

/** @param {number} tabId @returns {Promise<boolean>} whether the tab still shows the tracked page */
const isTracked = async (tabId) => (await storedAddress(tabId)) !== undefined;

/**
 * @param {number} tabId
 * @param {import('../types.js').Result} result
 * @param {string} [note] first line of the tooltip, for example that the page was copied
 */
export const showScore = async (tabId, result, note = '') => {
  if (!(await isTracked(tabId))) return;
  const score = scoreOf(result);
  const band = isClean(result) ? 'high' : bandOf(score);
  const title = isClean(result) ? text('badgeClean') : text('badgeTitle', decimal(score, 2), text(`band_${band}`));
  await paint(tabId, isClean(result) ? '✓' : String(Math.round(score * 100)), colours[band], note ? `${note}\n${title}` : title);
};

/** Shows a tick for a moment after a job without a popup. @param {number} tabId @param {string} note */
export const showDone = async (tabId, note) => {
  if (!(await isTracked(tabId))) return;
  await paint(tabId, '✓', colours.high, note);
  await new Promise((resolve) => setTimeout(resolve, doneMs));
};

/**
 * Shows a tick for a moment, and then what the badge showed before.
 * @param {number} tabId @param {string} note
 */
export const showTick = async (tabId, note) => {
  const [label, colour, title] = await Promise.all([api.action.getBadgeText({ tabId }), api.action.getBadgeBackgroundColor({ tabId }), api.action.getTitle({ tabId })]);
  await paint(tabId, '✓', colours.high, note);
  await new Promise((resolve) => setTimeout(resolve, doneMs));
  if ((await api.action.getTitle({ tabId })) === note) await paint(tabId, label, /** @type {any} */ (colour), title);
};

/** @param {number} tabId */
export const showBusy = (tabId) => paint(tabId, '…', colours.busy, text('stage_extract'));

/** @param {number} tabId @param {string} sentence */
export const showFailure = async (tabId, sentence) => {
  if (await isTracked(tabId)) await paint(tabId, '!', colours.low, sentence);
};

/** @param {number} tabId */
export const clearBadge = async (tabId) => {
  await onTabClosed(tabId);
  await paint(tabId, '', colours.busy, text('actionTitle'));
};

/** Removes a fragment that only scrolls; "#/" and "#!" name views of a script. @param {string} url */
const withoutFragment = (url) => url.replace(/#(?![!/]).*$/, '');

/**
 * Clears the badge of a tab that navigated, or whose script changed the
 * address. Firefox passes the address here only with a wider permission, so
 * the tab is asked.
 * @param {number} tabId
 * @param {{ status?: string, url?: string }} change
 */
export const onTabChanged = async (tabId, change) => {
  if (change.status === undefined && change.url === undefined) return;
  const before = await storedAddress(tabId);
  if (before === undefined) return;
  const now = change.url ?? (await api.tabs.get(tabId).catch(() => null))?.url;
  const samePage = change.status !== 'loading' && now !== undefined && withoutFragment(now) === withoutFragment(before);
  if (!samePage) await clearBadge(tabId);
};

/** @param {number} tabId */
export const onTabClosed = async (tabId) => {
  privateAddresses.delete(tabId);
  await api.storage.session.remove(key(tabId));
};
