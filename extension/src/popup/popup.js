/**
 * The popup: converts the active tab. It is in one state at a time: starting,
 * working, failed or done.
 */
import { api, extensionSettingsUrl, isFirefox } from '../browser.js';
import { asFailure } from '../failure.js';
import { inFormat } from '../formats.js';
import { listen, send } from '../messages.js';
import { loadSettings, saveSettings } from '../settings.js';
import { localise, text } from '../text.js';
import { timed } from '../timing.js';
import { element, showActionFailure, showDone, showFailed, showNotSaved, showRecall, showReported, showSaved, showStatus, showWorking } from './screens.js';
import { bodyOf, setUpSummary, showProgress } from './summary.js';

/** @typedef {import('../types.js').Result} Result */

const keepAliveMs = 20_000; // Chromium suspends an idle service worker after 30 s

const helpPage = api.runtime.getURL('options/options.html#help');

/** @param {string} output */
const copy = async (output) => {
  try {
    await navigator.clipboard.writeText(output);
  } catch {
    await send('copy', { text: output }); // the popup has no focus
  }
  showStatus(text('statusCopied'));
};

/**
 * Saves a copied or exported result as a clip and shows whether it succeeded.
 * @param {number} tabId @param {Result} result
 * @param {Promise<import('../types.js').Recall | null>} recalled the previous clip
 */
const saveClip = async (tabId, result, recalled) => {
  const reply = await send('saveClip', { tabId, result }).catch(() => /** @type {import('../types.js').SaveReply} */ ({}));
  const before = await recalled;
  if (reply.clip) showSaved(before?.diff ? before : { clip: reply.clip, added: 0, removed: 0 }, true);
  showNotSaved(reply);
};

/** Wraps a job so that its failure is shown beside the result. @param {() => Promise<void>} job */
const attempt = (job) => async () => {
  try {
    await job();
  } catch (error) {
    showActionFailure(asFailure(error).name);
  }
};

/** @param {number} tabId @param {Result} result @param {string} format */
const save = async (tabId, result, format) => {
  const { name } = await send('save', { tabId, title: result.title, text: inFormat(result, format), format });
  showStatus(text('statusSavedAs', name));
};

/**
 * Sets up the button that reports a bad result; hidden in a private window,
 * because a report would leave a trace of it.
 * @param {chrome.tabs.Tab} tab
 */
const setUpReport = (tab) => {
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
 * Sets up the field for the depth of comments, which changes the setting and
 * converts the page again.
 * @param {chrome.tabs.Tab} tab @param {import('../types.js').Scope} scope
 * @param {Result} result @param {import('../types.js').Settings} settings
 */
const setUpDepth = (tab, scope, { comments }, settings) => {
  const field = /** @type {HTMLInputElement} */ (element('depth'));
  element('depthRow').hidden = !comments;
  field.value = String(settings.commentDepth);
  field.onchange = async () => {
    if (!field.reportValidity()) return;
    await saveSettings({ ...settings, commentDepth: Number(field.value) });
    await convert(tab, scope);
    field.focus();
  };
};

/** @param {chrome.tabs.Tab} tab @param {import('../types.js').Scope} scope */
const convert = async (tab, scope) => {
  const tabId = /** @type {number} */ (tab.id);
  showWorking(tab);
  try {
    const [result, settings] = await Promise.all([send('convert', { tabId, scope }), loadSettings()]);
    const { format } = settings;
    await timed('render', () => showDone(result, format));
    setUpReport(tab);
    setUpDepth(tab, scope, result, settings);
    setUpSummary(tabId, { url: result.url, title: result.title, markdown: bodyOf(result.markdown, settings.frontmatter) });
    const recalled = send('recall', { tabId, result }).catch(() => null);
    const thenSaveClip = (/** @type {() => Promise<void>} */ job) =>
      attempt(async () => {
        await job();
        await saveClip(tabId, result, recalled);
      });
    element('copy').onclick = thenSaveClip(() => copy(inFormat(result, format)));
    element('copyJson').onclick = thenSaveClip(() => copy(inFormat(result, 'json')));
    element('save').onclick = thenSaveClip(() => save(tabId, result, format));
    if (settings.copyOnOpen) await attempt(() => copy(inFormat(result, format)))();
    showRecall(await recalled);
    if (settings.copyOnOpen) await saveClip(tabId, result, recalled);
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
    summaryProgress: ({ tabId, stage, share, text: partial }) => {
      if (tabId === tab.id) showProgress(stage, share, partial);
      return null;
    },
  });
  setInterval(() => send('keepAlive', {}).catch(() => {}), keepAliveMs);
  await convert(tab, 'page');
};

start();
