/**
 * The badge of a tab: the figure of its last result, with colour. It outlives
 * a nap of the worker, and goes when the tab shows something else.
 */
import { api } from '../browser.js';
import { bandOf, figureOf } from '../figure.js';
import { text } from '../text.js';

const colours = { high: '#1a7f4b', medium: '#96660a', low: '#c0392b', work: '#57606a' };

/** @param {number} tabId @param {string} label @param {string} colour @param {string} title */
const paint = async (tabId, label, colour, title) => {
  const done = await Promise.allSettled([
    api.action.setBadgeText({ tabId, text: label }),
    api.action.setBadgeBackgroundColor({ tabId, color: colour }),
    api.action.setBadgeTextColor({ tabId, color: '#ffffff' }),
    api.action.setTitle({ tabId, title }),
  ]);
  return done; // a tab that closed meanwhile has no badge to paint
};

const key = (/** @type {number} */ tabId) => `badge:${tabId}`;

/** Addresses of private windows stay in memory. @type {Map<number, string>} */
const privately = new Map();

/** @param {number} tabId @param {string} url @param {boolean} incognito */
const remember = async (tabId, url, incognito) => {
  if (incognito) privately.set(tabId, url);
  else await api.storage.session.set({ [key(tabId)]: url });
};

/** @param {number} tabId @returns {Promise<string | undefined>} */
const remembered = async (tabId) =>
  privately.get(tabId) ?? /** @type {string | undefined} */ ((await api.storage.session.get(key(tabId)))[key(tabId)]);

/**
 * Makes the badge of a tab that of the page it shows now. Once the tab has
 * moved on, nothing about that page is painted any more.
 * @param {number} tabId
 */
export const claimBadge = async (tabId) => {
  const tab = await api.tabs.get(tabId).catch(() => null);
  if (tab) await remember(tabId, tab.url ?? '', tab.incognito);
};

/** @param {number} tabId whether it still shows the page that claimed its badge */
const isClaimed = async (tabId) => (await remembered(tabId)) !== undefined;

/**
 * @param {number} tabId
 * @param {import('../types.js').Result} result
 * @param {string} [note] what else happened, for example that it was copied
 */
export const showFigure = async (tabId, result, note = '') => {
  if (!(await isClaimed(tabId))) return;
  const figure = figureOf(result);
  const band = bandOf(figure);
  const said = text('badgeTitle', figure.toFixed(2), text(`band_${band}`));
  await paint(tabId, String(Math.round(figure * 100)), colours[band], note ? `${note}\n${said}` : said);
};

/** Shows for a moment that a job without a popup is done. @param {number} tabId @param {string} note */
export const showDone = async (tabId, note) => {
  if (!(await isClaimed(tabId))) return;
  await paint(tabId, '✓', colours.high, note);
  await new Promise((resolve) => setTimeout(resolve, 1200));
};

/** @param {number} tabId */
export const showWork = (tabId) => paint(tabId, '…', colours.work, text('stage_extract'));

/** @param {number} tabId @param {string} sentence */
export const showFailure = async (tabId, sentence) => {
  if (await isClaimed(tabId)) await paint(tabId, '!', colours.low, sentence);
};

/** @param {number} tabId */
export const clearBadge = async (tabId) => {
  privately.delete(tabId);
  await api.storage.session.remove(key(tabId));
  await paint(tabId, '', colours.work, text('actionTitle'));
};

/** An address without the part that only scrolls. @param {string} url */
const shownBy = (url) => url.replace(/#(?![!/]).*$/, '');

/**
 * Clears the badge of a tab that moved on, by itself or by a script. Firefox
 * tells the address here only with a wider permission, so the tab is asked.
 * @param {number} tabId
 * @param {{ status?: string, url?: string }} change
 */
export const onTabChanged = async (tabId, change) => {
  if (change.status === undefined && change.url === undefined) return;
  const before = await remembered(tabId);
  if (before === undefined) return;
  const now = change.url ?? (await api.tabs.get(tabId).catch(() => null))?.url;
  const stayed = change.status !== 'loading' && now !== undefined && shownBy(now) === shownBy(before);
  if (!stayed) await clearBadge(tabId);
};

/** @param {number} tabId */
export const onTabClosed = async (tabId) => {
  privately.delete(tabId);
  await api.storage.session.remove(key(tabId));
};
