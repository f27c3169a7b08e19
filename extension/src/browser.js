/**
 * Differences between browsers. All other modules use api and the functions of
 * this module.
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
 * The browser's text about a native port that closed; empty if it has none.
 * @param {chrome.runtime.Port} port
 * @returns {string}
 */
export const closeReason = (port) =>
  /** @type {any} */ (port).error?.message ?? api.runtime.lastError?.message ?? '';

/**
 * Maps the browser's text about a native host to a failure. Firefox has one text
 * for a missing registration and for one that does not allow this extension.
 * @param {string} reason text of the browser
 * @param {boolean} greeted whether the handshake had succeeded
 * @returns {string} name of a failure
 */
export const hostFailure = (reason, greeted) => {
  if (/host not found/.test(reason)) return 'host_missing';
  if (/host is forbidden/.test(reason)) return 'host_forbidden';
  if (/No such native application/.test(reason)) return 'host_missing_or_forbidden';
  if (/tried to send a message of/.test(reason)) return 'host_garbage';
  // "Error when communicating" can also mean stray text on standard output. After
  // the handshake it means a host that was killed while it wrote a message.
  return greeted ? 'host_stopped' : 'host_broken';
};

/**
 * Maps the browser's text about a page that cannot be read to a failure.
 * @param {string} reason text of the browser
 * @param {string} url address of the tab, empty if unknown
 * @returns {Promise<string>} name of a failure
 */
export const pageFailure = async (reason, url) => {
  if (/No tab with id|tab was closed|[Ff]rame .*(removed|not found)|No frame with id|Invalid tab ID|actor .*destroyed/.test(reason)) return 'page_gone';
  if (/error page/.test(reason)) return 'page_error';
  if (isPdf(url)) return 'page_pdf';
  if (url.startsWith('file:') && !(await api.extension.isAllowedFileSchemeAccess())) return 'file_denied';
  if (/gallery cannot be scripted|Cannot access a chrome|chrome:\/\/ URL/.test(reason) || isRestricted(url)) return 'page_blocked';
  if (/Missing host permission|must request permission|Cannot access contents/.test(reason)) return 'page_denied';
  return 'page_blocked';
};

/** Browsers show PDF documents in viewers that extensions cannot read. @param {string} url */
export const isPdf = (url) => /^(https?|file):[^?#]*\.pdf(?:[?#]|$)/i.test(url);

/** Browser pages and extension stores. @param {string} url */
const isRestricted = (url) =>
  (url !== '' && !/^(https?|file|ftp):/.test(url)) ||
  /^https:\/\/(chromewebstore\.google\.com|addons\.mozilla\.org|microsoftedge\.microsoft\.com\/addons)(\/|$)/.test(url);

/**
 * Writes text to the clipboard, out of reach of the page. Chromium's service
 * worker has no clipboard, so an offscreen document does it.
 * @param {string} text
 */
export const writeClipboard = async (text) => {
  if (isFirefox()) return navigator.clipboard.writeText(text);
  const copied = await inOffscreen(() => api.runtime.sendMessage({ offscreen: 'copy', text }));
  if (!copied) throw new Error('clipboard refused');
};

/**
 * Creates a URL for text that the downloads API accepts, and revokes it after
 * use. Chromium's service worker has no blob URLs, and data URLs are limited to
 * 2 MiB.
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
let queue = Promise.resolve(); // serialises opening and closing

/**
 * Runs a job while the offscreen document is open. The last job closes it, which
 * revokes its blob URLs.
 * @template T
 * @param {() => Promise<T>} job
 * @returns {Promise<T>}
 */
const inOffscreen = async (job) => {
  users++;
  queue = queue.then(openOffscreen);
  try {
    await queue;
    return await job();
  } finally {
    users--;
    queue = queue.catch(() => {}).then(closeOffscreen);
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

/** Address of the browser's page about this extension. */
export const extensionSettingsUrl = () => `chrome://extensions/?id=${api.runtime.id}`;

/**
 * Starts a download and returns its id. Firefox lists downloads of private
 * windows separately if incognito is set; Chromium rejects the field.
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
