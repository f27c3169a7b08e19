/**
 * The reader's consent to agents, by site: a scheme and a host name. A tab is
 * readable only if the reader allowed its site here, the browser grants access to
 * it, and it is in no private window.
 */
import { api } from '../browser.js';

/** @typedef {'once' | 'session' | 'always'} Extent how long a consent lasts; once: until the tab shows another site */

const switchKey = 'agents';
const sitesKey = 'agentSites'; // in storage.local: always; in storage.session: for this session
const onceKey = 'agentOnce'; // origins by tab
const intentKey = 'agentIntent'; // the site and the extent that the browser's dialog is about
const dialogMs = 300_000; // a later grant, for example in the browser's settings, answers no dialog

/** @returns {Promise<boolean>} whether the reader has switched agents on */
export const areOn = async () => (await api.storage.local.get(switchKey))[switchKey] === true;

/** @param {boolean} on */
export const switchAgents = (on) => api.storage.local.set({ [switchKey]: on });

/** @param {string | undefined} address @returns {URL | null} of a web page */
const webAddress = (address) => {
  try {
    const url = new URL(address ?? '');
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  } catch {
    return null;
  }
};

/** @param {string | undefined} address @returns {string} such as https://example.com, or an empty string */
export const siteOf = (address) => {
  const url = webAddress(address);
  return url ? `${url.protocol}//${url.hostname}` : '';
};

/** @param {string | undefined} address */
export const originOf = (address) => webAddress(address)?.origin ?? '';

/** The browser's name for all pages of a site, on every port. @param {string} site */
export const patternOf = (site) => `${site}/*`;

/** @param {chrome.storage.StorageArea} area @param {string} key @returns {Promise<Record<string, any>>} */
const stored = async (area, key) => /** @type {any} */ ((await area.get(key))[key]) ?? {};

/** @returns {Promise<Record<string, Extent>>} allowed sites with the extent of the consent */
export const allowedSites = async () => ({ ...(await stored(api.storage.session, sitesKey)), ...(await stored(api.storage.local, sitesKey)) });

/**
 * Whether agents may read a tab.
 * @param {chrome.tabs.Tab} tab
 */
export const isReadable = async (tab) => {
  const site = siteOf(tab.url);
  if (tab.incognito || !site) return false;
  const once = await stored(api.storage.session, onceKey);
  if (tab.id !== undefined && once[tab.id] === originOf(tab.url)) return true; // the click gave access to the tab
  if (!(site in (await allowedSites()))) return false;
  return api.permissions.contains({ origins: [patternOf(site)] });
};

/** Lets agents read one tab while it shows the same origin. @param {chrome.tabs.Tab} tab */
export const allowOnce = async (tab) => {
  const once = await stored(api.storage.session, onceKey);
  await api.storage.session.set({ [onceKey]: { ...once, [/** @type {number} */ (tab.id)]: originOf(tab.url) } });
};

/** Ends the consent for one tab. @param {number} tabId */
export const endOnce = async (tabId) => {
  const { [tabId]: _, ...others } = await stored(api.storage.session, onceKey);
  await api.storage.session.set({ [onceKey]: others });
};

/**
 * Ends the consent for a tab that shows another site: when the tab comes back, the
 * browser may give access again because of a click for something else.
 * @param {number} tabId @param {unknown} _change @param {{ url?: string }} tab
 */
export const endOnceElsewhere = async (tabId, _change, tab) => {
  const once = await stored(api.storage.session, onceKey);
  if (tabId in once && once[tabId] !== originOf(tab.url)) await endOnce(tabId);
};

/**
 * Asks the browser for access to a site, and allows it. Call it in the handler of
 * a click, before anything asynchronous. The popup may be closed by the browser's
 * dialog; finishRequest then does the rest.
 * @param {string} site @param {'session' | 'always'} extent
 */
export const requestSite = async (site, extent) => {
  const intent = api.storage.session.set({ [intentKey]: { site, extent, until: Date.now() + dialogMs } });
  const granted = await api.permissions.request({ origins: [patternOf(site)] });
  await intent;
  if (granted) await finishRequest();
  else await api.storage.session.remove(intentKey);
  return granted;
};

/** Allows the site that the reader asked for, if the browser has granted access to it. */
export const finishRequest = async () => {
  const { site, extent, until } = await stored(api.storage.session, intentKey);
  if (!site || Date.now() > until || !(await api.permissions.contains({ origins: [patternOf(site)] }))) return;
  await api.storage.session.remove(intentKey);
  const area = extent === 'always' ? api.storage.local : api.storage.session;
  await area.set({ [sitesKey]: { ...(await stored(area, sitesKey)), [site]: extent } });
};

/** Ends the consent for a site, and gives the browser's access back. @param {string} site */
export const revokeSite = async (site) => {
  for (const area of [api.storage.local, api.storage.session]) {
    const { [site]: _, ...others } = await stored(area, sitesKey);
    await area.set({ [sitesKey]: others });
  }
  await api.permissions.remove({ origins: [patternOf(site)] }).catch(() => false); // was never granted
};

/** Takes sites off the list that the browser has closed, for example in its own settings. */
export const dropRevoked = async () => {
  for (const site of Object.keys(await allowedSites())) {
    if (!(await api.permissions.contains({ origins: [patternOf(site)] }))) await revokeSite(site);
  }
};

/** Gives the access back that was for the last session only. */
export const endSession = async () => {
  const { origins = [] } = await api.permissions.getAll();
  const always = await stored(api.storage.local, sitesKey);
  const over = origins.filter((origin) => /^https?:\/\/[^*/]+\/\*$/.test(origin) && !(origin.slice(0, -2) in always));
  if (over.length) await api.permissions.remove({ origins: over });
};
