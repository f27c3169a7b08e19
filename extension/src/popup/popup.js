/**
 * The popup: converts the tab that it opens on, and is in exactly one state at
 * a time (starting, working, failed, done).
 */
import { api, extensionSettingsUrl, isFirefox } from '../browser.js';
import { asFailure } from '../failure.js';
import { inFormat } from '../formats.js';
import { listen, send } from '../messages.js';
import { loadSettings, saveSettings } from '../settings.js';
import { localise, text } from '../text.js';
import { timed } from '../timed.js';
import { element, showDone, showFailed, showMemory, showReported, showSaved, showStatus, showTooLong, showTrouble, showWorking } from './screens.js';
import { bodyOf, offerSummary, showProgress } from './summary.js';

/** @typedef {import('../types.js').Result} Result */

const stayMs = 20_000; // a worker sleeps after 30 s

const helpPage = api.runtime.getURL('options/options.html#help');

/** @param {string} output */
const copy = async (output) => {
  try {
    await navigator.clipboard.writeText(output);
  } catch {
    await send('copy', { text: output }); // this popup has no focus
  }
  showStatus(text('statusCopied'));
};

/**
 * Tells the memory of what was copied or saved, and says if it was kept. The
 * reader has what they asked for, whatever becomes of it.
 * @param {number} tabId @param {Result} result
 * @param {Promise<import('../types.js').Recalled | null>} recalled what was kept before
 */
const keep = async (tabId, result, recalled) => {
  const { clip, tooLong } = await send('keep', { tabId, result }).catch(() => /** @type {import('../types.js').Kept} */ ({}));
  const before = await recalled;
  if (clip) showSaved(before?.diff ? before : { clip, added: 0, removed: 0 }, true);
  if (tooLong) showTooLong();
};

/** @param {() => Promise<void>} job shows its own success */
const attempt = (job) => async () => {
  try {
    await job();
  } catch (error) {
    showTrouble(asFailure(error).name);
  }
};

/** @param {number} tabId @param {Result} result @param {string} format */
const save = async (tabId, result, format) => {
  const { name } = await send('save', { tabId, title: result.title, text: inFormat(result, format), format });
  showStatus(text('statusSavedAs', name));
};

/**
 * Offers to report a page that came out badly; one of a private window cannot
 * be, since it would leave a trace.
 * @param {chrome.tabs.Tab} tab
 */
const offerReport = (tab) => {
  const button = /** @type {HTMLButtonElement} */ (element('report'));
  button.hidden = tab.incognito;
  button.onclick = attempt(async () => {
    button.disabled = true;
    try {
      showReported(await send('report', { tabId: /** @type {number} */ (tab.id) }));
    } finally {
      button.disabled = false;
    }
  });
};

/** @param {string} url */
const openTab = async (url) => {
  await api.tabs.create({ url });
  window.close();
};

/** @param {chrome.tabs.Tab} tab */
const actionsFor = (tab) => ({
  retry: () => convert(tab, 'page'),
  convertPage: () => convert(tab, 'page'),
  close: () => window.close(),
  convertSelection: () => convert(tab, 'selection'),
  reloadPage: async () => {
    await api.tabs.reload(/** @type {number} */ (tab.id));
    window.close();
  },
  openInstallHelp: () => openTab(helpPage),
  openExtensionSettings: () => openTab(isFirefox() ? helpPage : extensionSettingsUrl()),
});

/**
 * Lets the reader say how deep comments go, on this page and from here on.
 * @param {chrome.tabs.Tab} tab @param {import('../types.js').What} what
 * @param {Result} result @param {import('../types.js').Settings} settings
 */
const offerDepth = (tab, what, { comments }, settings) => {
  const field = /** @type {HTMLInputElement} */ (element('depth'));
  element('depthRow').hidden = !comments;
  field.value = String(settings.commentDepth);
  field.onchange = async () => {
    if (!field.reportValidity()) return;
    await saveSettings({ ...settings, commentDepth: Number(field.value) });
    await convert(tab, what);
    field.focus();
  };
};

/** @param {chrome.tabs.Tab} tab @param {import('../types.js').What} what */
const convert = async (tab, what) => {
  const tabId = /** @type {number} */ (tab.id);
  showWorking(tab);
  try {
    const [result, settings] = await Promise.all([send('convert', { tabId, what }), loadSettings()]);
    const { format } = settings;
    await timed('render', () => showDone(result, format));
    offerReport(tab);
    offerDepth(tab, what, result, settings);
    offerSummary(tabId, { url: result.url, title: result.title, markdown: bodyOf(result.markdown, settings.frontmatter) });
    const recalled = send('recall', { tabId, result }).catch(() => null);
    const keeping = (/** @type {() => Promise<void>} */ job) =>
      attempt(async () => {
        await job();
        await keep(tabId, result, recalled);
      });
    element('copy').onclick = keeping(() => copy(inFormat(result, format)));
    element('copyJson').onclick = keeping(() => copy(inFormat(result, 'json')));
    element('save').onclick = keeping(() => save(tabId, result, format));
    if (settings.copyOnOpen) await attempt(() => copy(inFormat(result, format)))();
    showMemory(await recalled);
    if (settings.copyOnOpen) await keep(tabId, result, recalled);
  } catch (error) {
    showFailed(asFailure(error), actionsFor(tab));
  }
};

const start = async () => {
  localise(document);
  element('dashboard').onclick = () => openTab(api.runtime.getURL('dashboard/dashboard.html'));
  element('settings').onclick = () => openTab(api.runtime.getURL('options/options.html'));
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  element('cancel').onclick = () => send('cancel', { tabId: /** @type {number} */ (tab.id) });
  listen({
    progress: ({ tabId, stage, share }) => {
      if (tabId === tab.id) showWorking(tab, stage, share);
      return null;
    },
    summaryProgress: ({ tabId, stage, share, text: sofar }) => {
      if (tabId === tab.id) showProgress(stage, share, sofar);
      return null;
    },
  });
  setInterval(() => send('stay', {}).catch(() => {}), stayMs);
  await convert(tab, 'page');
};

start();
