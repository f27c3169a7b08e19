/**
 * The popup: converts the active tab. It is in one state at a time: starting,
 * working, failed or done.
 */
import { setUpAgentsPanel } from '../agents/popup.js';
import { api, extensionSettingsUrl, isFirefox } from '../browser.js';
import { asFailure } from '../failure.js';
import { listen, send } from '../messages.js';
import { loadSettings, saveSettings } from '../settings.js';
import { localise, text } from '../text.js';
import { timed } from '../timing.js';
import { setUpTargets } from '../save/target-menu.js';
import { createDraft, splitFrontMatter } from './draft.js';
import { element } from './element.js';
import { setUpPieces } from './pieces.js';
import { showActionFailure, showDone, showFailed, showNotSaved, showRecall, showReported, showResult, showSaved, showStatus, showWorking } from './screens.js';
import { setUpSummary, showProgress } from './summary.js';
import { showText } from './text-view.js';

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

/** Offers, once, that a click of the toolbar button copies without the popup. */
const offerOneClick = async () => {
  const settings = await loadSettings();
  element('oneClick').hidden = settings.oneClickAsked || settings.oneClick;
  await saveSettings({ ...settings, oneClickAsked: true });
  const answer = (/** @type {boolean} */ oneClick) => async () => {
    await saveSettings({ ...(await loadSettings()), oneClick });
    element('oneClick').hidden = true;
    showStatus(oneClick ? text('oneClickDone') : '');
  };
  element('oneClickYes').onclick = answer(true);
  element('oneClickNo').onclick = answer(false);
};

/** @param {number} tabId @param {import('./draft.js').Draft} draft */
const save = async (tabId, draft) => {
  const { name } = await send('save', { tabId, title: draft.result().title, text: draft.output(), format: draft.format });
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
  retry: () => convert(tab),
  convertPage: () => convert(tab),
  close: () => window.close(),
  convertSelection: () => convert(tab, { scope: 'selection' }),
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
 * @param {chrome.tabs.Tab} tab @param {Wanted} wanted
 * @param {Result} result @param {import('../types.js').Settings} settings
 */
const setUpDepth = (tab, wanted, { comments }, settings) => {
  const field = /** @type {HTMLInputElement} */ (element('depth'));
  element('depthRow').hidden = !comments;
  field.value = String(settings.commentDepth);
  field.onchange = async () => {
    if (!field.reportValidity()) return;
    await saveSettings({ ...settings, commentDepth: Number(field.value) });
    await convert(tab, wanted);
    field.focus();
  };
};

/**
 * Sets up the choice of the part of the page and of the format, for this page only,
 * and the offer to convert the selection, or the page after its selection.
 * @param {chrome.tabs.Tab} tab @param {Wanted} wanted
 * @param {import('../types.js').PageFacts} page @param {string} format
 */
const setUpChoice = (tab, wanted, page, format) => {
  const scope = /** @type {HTMLSelectElement} */ (element('scope'));
  const formats = /** @type {HTMLSelectElement} */ (element('format'));
  scope.value = wanted.scope === 'selection' ? 'selection' : wanted.whole ? 'whole' : 'page';
  formats.value = format;
  const again = async (/** @type {HTMLElement} */ field) => {
    await convert(tab, { scope: scope.value === 'selection' ? 'selection' : 'page', whole: scope.value === 'whole', format: formats.value });
    field.focus();
  };
  scope.onchange = () => again(scope);
  formats.onchange = () => again(formats);
  const selected = wanted.scope === 'selection';
  element('offer').hidden = !selected && !page.selected;
  element('convertOther').textContent = text(selected ? 'action_convertPage' : 'action_convertSelection');
  element('convertOther').onclick = () => convert(tab, { ...wanted, scope: selected ? 'page' : 'selection' });
};

/** @typedef {{ scope: import('../types.js').Scope, whole?: boolean, format?: string }} Wanted */

/** @param {chrome.tabs.Tab} tab @param {Wanted} [wanted] */
const convert = async (tab, wanted = { scope: 'page' }) => {
  const tabId = /** @type {number} */ (tab.id);
  const { scope, ...choice } = wanted;
  showWorking(tab);
  try {
    const [{ result, page }, settings] = await Promise.all([send('convert', { tabId, scope, choice }), loadSettings()]);
    const format = choice.format ?? settings.format;
    let draft = createDraft(result, { ...settings, format });
    await timed('render', () => {
      showDone(draft, page);
      showDraft(draft);
    });
    const edit = editsOf(result, () => send('convert', { tabId, scope, choice }), settings.frontmatter);
    const change = async (/** @type {number[]} */ flip) => {
      const { title } = draft.result();
      const { result: changed } = await edit(flip);
      if (!changed) return;
      draft = createDraft(changed, { ...settings, format });
      if (title !== changed.title) draft.rename(title);
      showResult(draft, page);
      showDraft(draft);
    };
    setUpPieces(
      result.explanation?.page !== undefined,
      async () => (await edit()).pieces ?? [],
      (flip) => attempt(() => change(flip))(),
    );
    setUpReport(tab);
    setUpChoice(tab, wanted, page, format);
    setUpDepth(tab, wanted, result, settings);
    setUpSummary(tabId, () => ({ url: result.url, title: draft.result().title, markdown: draft.body() }));
    const recalled = send('recall', { tabId, result }).catch(() => null);
    const thenSaveClip = (/** @type {() => Promise<void>} */ job) =>
      attempt(async () => {
        await job();
        await saveClip(tabId, draft.result(), recalled);
      });
    element('copy').onclick = thenSaveClip(async () => {
      await copy(draft.output());
      await offerOneClick();
    });
    element('copyJson').onclick = thenSaveClip(() => copy(draft.output('json')));
    element('save').onclick = thenSaveClip(() => save(tabId, draft));
    setUpTargets(tabId, () => draft.result(), { wrap: thenSaveClip, showStatus });
    if (settings.copyOnOpen) await attempt(() => copy(draft.output()))();
    showRecall(await recalled);
    if (settings.copyOnOpen) await saveClip(tabId, draft.result(), recalled);
  } catch (error) {
    showFailed(asFailure(error), actionsFor(tab));
  }
};

/**
 * Returns a function that asks the host for the pieces of the page, or for the
 * result with changes. If the host has dropped the page from its memory, the page is
 * converted again; that fails if it differs from the first result.
 * @param {Result} first
 * @param {() => Promise<{ result: Result }>} convertAgain
 * @param {boolean} frontmatter
 */
const editsOf = (first, convertAgain, frontmatter) => {
  let key = first.explanation?.page ?? '';
  return async (/** @type {number[] | undefined} */ flip = undefined) => {
    const ask = () => send('edit', { page: key, flip });
    try {
      return await ask();
    } catch (error) {
      if (asFailure(error).name !== 'page_changed') throw error;
      const { result } = await convertAgain();
      const body = (/** @type {Result} */ { markdown }) => splitFrontMatter(markdown, frontmatter)[1];
      if (body(result) !== body(first) || !result.explanation?.page) throw error;
      key = result.explanation.page;
      return ask();
    }
  };
};

/** Shows a draft, and takes over the reader's changes. @param {import('./draft.js').Draft} draft */
const showDraft = (draft) => {
  const view = showText(draft, () => {
    element('pieces').hidden = true; // a change of the pieces would discard the edited text
  });
  const title = /** @type {HTMLInputElement} */ (element('title'));
  title.onchange = () => {
    draft.rename(title.value);
    title.value = draft.result().title;
    element('frontmatter').textContent = draft.head().trimEnd();
    view.refresh();
  };
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
  setUpAgentsPanel(tab);
  setInterval(() => send('keepAlive', {}).catch(() => {}), keepAliveMs);
  await convert(tab);
};

start();
