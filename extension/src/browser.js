/**
 * The only module that knows that browsers differ. Everything else speaks to
 * api and to the functions here.
 */

/** @type {typeof chrome} */
export const api = /** @type {any} */ (globalThis).browser?.runtime ? /** @type {any} */ (globalThis).browser : globalThis.chrome;

/** @returns {boolean} */
export const isFirefox = () => api.runtime.getURL('').startsWith('moz-extension:');

/** @returns {string} name and major version, for the host's log */
export const browserName = () => {
  const found = /(Firefox|Edg|OPR|Chrome)\/(\d+)/.exec(navigator.userAgent);
  return found ? `${found[1].toLowerCase()}/${found[2]}` : 'unknown';
};

/**
 * Why a native port closed, in the browser's words; empty if it says nothing.
 * @param {chrome.runtime.Port} port
 * @returns {string}
 */
export const closeReason = (port) =>
  /** @type {any} */ (port).error?.message ?? api.runtime.lastError?.message ?? '';

/**
 * Says what a browser's text about a native host means. Firefox has one text
 * for a missing registration and for one that does not allow this extension.
 * @param {string} reason text of the browser
 * @param {boolean} greeted whether the host had answered before
 * @returns {string} name of a failure
 */
export const hostFailure = (reason, greeted) => {
  if (/host not found/.test(reason)) return 'host_missing';
  if (/host is forbidden/.test(reason)) return 'host_forbidden';
  if (/No such native application/.test(reason)) return 'host_missing_or_forbidden';
  if (/tried to send a message of/.test(reason)) return 'host_garbage';
  // "Error when communicating" can mean stray text, too, but a host that has
  // greeted writes none, while one that is killed at the wrong moment ends so.
  return greeted ? 'host_stopped' : 'host_broken';
};

/**
 * Says what a browser's refusal to read a page means.
 * @param {string} reason text of the browser
 * @param {string} url address of the tab, empty if unknown
 * @returns {Promise<string>} name of a failure
 */
export const pageFailure = async (reason, url) => {
  if (/No tab with id|tab was closed|[Ff]rame .*(removed|not found)|No frame with id|Invalid tab ID|actor .*destroyed/.test(reason)) return 'page_gone';
  if (/error page/.test(reason)) return 'page_error';
  if (url.startsWith('file:') && !(await api.extension.isAllowedFileSchemeAccess())) return 'file_denied';
  if (/gallery cannot be scripted|Cannot access a chrome|chrome:\/\/ URL/.test(reason) || isGuarded(url)) return 'page_blocked';
  if (/Missing host permission|must request permission|Cannot access contents/.test(reason)) return 'page_denied';
  return 'page_blocked';
};

/** @param {string} url */
const isGuarded = (url) =>
  (url !== '' && !/^(https?|file|ftp):/.test(url)) ||
  /^https:\/\/(chromewebstore\.google\.com|addons\.mozilla\.org|microsoftedge\.microsoft\.com\/addons)(\/|$)/.test(url);

/**
 * Puts text on the clipboard from a place that no page can reach. Chromium's
 * worker has no clipboard, so an offscreen document does it.
 * @param {string} text
 */
export const writeClipboard = async (text) => {
  if (isFirefox()) return navigator.clipboard.writeText(text);
  const copied = await inOffscreen(() => api.runtime.sendMessage({ offscreen: 'copy', text }));
  if (!copied) throw new Error('clipboard refused');
};

/**
 * Gives text an address that the downloads API takes, for as long as use
 * runs. Chromium's worker has no blob addresses, and data: ones end at 2 MiB.
 * @template T
 * @param {string} text
 * @param {string} type
 * @param {(url: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export const withTextUrl = async (text, type, use) => {
  if (!isFirefox()) return inOffscreen(async () => use(await api.runtime.sendMessage({ offscreen: 'url', text, type })));
  const url = URL.createObjectURL(new Blob([text], { type }));
  try {
    return await use(url);
  } finally {
    URL.revokeObjectURL(url);
  }
};

let users = 0; // of the offscreen document
let turn = Promise.resolve(); // opening and closing never overlap

/**
 * Runs a job while the offscreen document is open. The last one closes it, and
 * with it every address that it gave out.
 * @template T
 * @param {() => Promise<T>} job
 * @returns {Promise<T>}
 */
const inOffscreen = async (job) => {
  users++;
  turn = turn.then(openOffscreen);
  try {
    await turn;
    return await job();
  } finally {
    users--;
    turn = turn.catch(() => {}).then(closeOffscreen);
  }
};

const openOffscreen = async () => {
  if (await api.offscreen.hasDocument()) return;
  await api.offscreen.createDocument({
    url: 'offscreen/offscreen.html',
    reasons: [api.offscreen.Reason.CLIPBOARD, api.offscreen.Reason.BLOBS],
    justification: 'Put the Markdown on the clipboard and into a file where no page can change it.',
  });
};

const closeOffscreen = async () => {
  if (users === 0 && (await api.offscreen.hasDocument())) await api.offscreen.closeDocument();
};

/** Where the reader changes this extension's rights. */
export const extensionSettingsUrl = () => `chrome://extensions/?id=${api.runtime.id}`;

/**
 * Starts a download and returns its number. Firefox keeps private downloads
 * apart if told so; Chromium does not know the field.
 * @param {{ url: string, filename: string, incognito: boolean }} file
 */
export const startDownload = ({ url, filename, incognito }) =>
  api.downloads.download(
    /** @type {chrome.downloads.DownloadOptions} */ ({
      url,
      filename,
      conflictAction: 'uniquify',
      saveAs: false,
      ...(isFirefox() && incognito ? { incognito } : {}),
    }),
  );
