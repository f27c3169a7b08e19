/**
 * Entry point of the background. All listeners are registered at the top level,
 * because the browser starts a suspended background for each event.
 */
import { setUpAgents } from '../agents/serve.js';
import { api, writeClipboard } from '../browser.js';
import { notSavedSentence, savedSentence } from '../clip-text.js';
import { Failure, asFailure, failures } from '../failure.js';
import { inFormat } from '../formats.js';
import { listen, send } from '../messages.js';
import { loadSettings } from '../settings.js';
import { text } from '../text.js';
import { clearBadge, onTabChanged, onTabClosed, showBusy, showDone, showFailure, showScore, showTick, trackPage } from './badge.js';
import { applyClick, openPopup } from './click.js';
import { cancelTab, convertTab, host } from './convert.js';
import { createMenus } from './menus.js';
import { referenceMarkdown } from './references.js';
import { reportTab } from './report.js';
import { saveFile } from './save.js';
import { hasAlerts, noteMemory, recallClip, saveClip } from './saved-pages.js';
import { cancelSummary, summarizeTab } from './summary.js';
import { pullSettings, pushSettings, settingsAreShared, shareSettings } from '../save/shared-settings.js';
import { forgetTargets, loadTargets, noteSentence, saveTo, showTargetMenu, targetOfEntry } from '../save/targets.js';

/** @param {string} markdown */
const copyText = async (markdown) => {
  try {
    await writeClipboard(markdown);
  } catch (error) {
    throw new Failure('clipboard', String(error));
  }
};

/**
 * Saves a result as a clip, and describes the previous clip of its page or why it
 * was not saved. A failure does not fail the job.
 * @param {import('../types.js').Result} result
 * @param {boolean} incognito
 * @returns {Promise<string>} a sentence, or an empty string
 */
const saveAndDescribe = async (result, incognito) => {
  const before = await recallClip(result, incognito).then(savedSentence, () => '');
  return notSavedSentence(await saveClip(result, incognito)) || before;
};

/** @param {number} tabId */
const isPrivate = async (tabId) => (await api.tabs.get(tabId).catch(() => null))?.incognito ?? true;

/**
 * Runs a job without a popup; the badge shows its progress and outcome.
 * @param {chrome.tabs.Tab} tab
 * @param {{ frameId?: number, scope?: import('../types.js').Scope, client: string, then: 'copy' | 'save' | { target: string } }} job
 */
const runWithoutPopup = async (tab, { frameId, scope, client, then }) => {
  const tabId = /** @type {number} */ (tab.id);
  try {
    await trackPage(tabId);
    await showBusy(tabId);
    const [{ result }, { format }] = await Promise.all([convertTab({ tabId, frameId, scope, client }), loadSettings()]);
    const output = inFormat(result, format);
    let note = text(then === 'copy' ? 'statusCopied' : 'statusSavedFile');
    if (then === 'copy') await copyText(output);
    else if (then !== 'save') note = noteSentence(then.target, await saveTo(then.target, result, tab));
    else await saveFile({ title: result.title, text: output, format, incognito: tab.incognito });
    await showDone(tabId, note);
    const before = await saveAndDescribe(result, tab.incognito);
    await showScore(tabId, result, [note, before].filter(Boolean).join('\n'));
  } catch (error) {
    const { name } = asFailure(error);
    if (name === 'cancelled') await clearBadge(tabId);
    else await showFailure(tabId, text(failures[name].text));
  }
};

/** Keys of the pages that the host holds in memory, by tab. @type {Map<number, string>} */
const pagesInMemory = new Map();

/** @param {number} tabId */
const forgetPageOf = (tabId) => {
  const page = pagesInMemory.get(tabId);
  if (page) host.forgetPage(page);
  pagesInMemory.delete(tabId);
};

/** The popup may be closed meanwhile. */
const ignoreClosedPopup = () => {};

listen({
  convert: async ({ tabId, scope, choice }) => {
    const progress = (/** @type {string} */ stage, /** @type {number} */ share) => {
      send('progress', { tabId, stage, share }).catch(ignoreClosedPopup);
    };
    const [converted] = await Promise.all([convertTab({ tabId, scope, choice, client: 'popup' }, progress), trackPage(tabId)]);
    await showScore(tabId, converted.result);
    forgetPageOf(tabId);
    const { page } = converted.result.explanation ?? {};
    if (page) pagesInMemory.set(tabId, page);
    return converted;
  },
  edit: ({ page, flip }) => host.ask({ t: 'edit', page, ...(flip && { flip }) }),
  cancel: ({ tabId }) => {
    cancelTab(tabId);
    return null;
  },
  keepAlive: () => {
    host.keepAlive();
    return null;
  },
  copy: async ({ text: markdown }) => {
    await copyText(markdown);
    return null;
  },
  save: async ({ tabId, title, text: output, format }) => saveFile({ title, text: output, format, incognito: await isPrivate(tabId) }),
  summarize: (order) =>
    summarizeTab(order, (stage, share, partial) => {
      send('summaryProgress', { tabId: order.tabId, stage, share, text: partial }).catch(ignoreClosedPopup);
    }),
  cancelSummary: ({ tabId }) => {
    cancelSummary(tabId);
    return null;
  },
  query: ({ markdown, question }) => host.ask({ t: 'query', markdown, question }),
  sharedSettings: async ({ share }) => {
    if (share !== undefined) await shareSettings(share);
    else await pullSettings();
    return { shared: await settingsAreShared() };
  },
  targets: async ({ url }) => {
    pullSettings().catch(() => {}); // for the next conversion; this one has its settings
    return loadTargets(url);
  },
  saveTo: async ({ tabId, target, result }) => {
    const note = await saveTo(target, result, { id: tabId, incognito: await isPrivate(tabId) });
    return { sentence: noteSentence(target, note), pictures: note.pictures ?? [] };
  },
  saveClip: async ({ tabId, result }) => saveClip(result, await isPrivate(tabId)),
  recall: async ({ tabId, result }) => ({ ...(await recallClip(result, await isPrivate(tabId))), alerts: await hasAlerts() }),
  report: ({ tabId }) => reportTab(tabId),
  stats: ({ window }) => host.ask({ t: 'stats', window }),
  memory: async ({ set }) => {
    const status = await host.ask({ t: 'memory', set });
    await noteMemory(status.preferences.pages);
    return status;
  },
  search: ({ words }) => host.ask({ t: 'search', words }),
  clip: ({ clip }) => host.ask({ t: 'clip', clip }),
  forget: async (selection) => {
    await forgetTargets();
    return host.ask({ t: 'forget', ...selection });
  },
  diagnose: async () => {
    const { host: version, proto, os, engines = [] } = await host.handshake();
    return { version, protocol: proto, os, engines };
  },
});

api.commands.onCommand.addListener(async (command, tab) => {
  if (command === 'copy-page' && tab?.id !== undefined) await runWithoutPopup(tab, { client: 'shortcut', then: 'copy' });
});

/**
 * Copies a link or a picture as Markdown; the badge shows the outcome.
 * @param {number} tabId @param {chrome.contextMenus.OnClickData} info @param {boolean} ofPicture
 */
const copyReference = async (tabId, { frameId = 0, linkUrl = '', srcUrl = '' }, ofPicture) => {
  try {
    await copyText(await referenceMarkdown({ tabId, frameId, address: ofPicture ? srcUrl : linkUrl, ofPicture }));
    await showTick(tabId, text('statusCopied'));
  } catch (error) {
    await trackPage(tabId);
    await showFailure(tabId, text(failures[asFailure(error).name].text));
  }
};

api.contextMenus.onClicked.addListener(async (info, tab) => {
  if (info.menuItemId === 'open-popup') return openPopup();
  if (tab?.id === undefined) return;
  const folder = targetOfEntry(info.menuItemId);
  if (folder) return runWithoutPopup(tab, { client: 'menu', then: { target: folder }, scope: info.selectionText ? 'selection' : 'page', frameId: info.selectionText ? info.frameId : 0 });
  const [then, target] = String(info.menuItemId).split('-');
  if (target === 'link' || target === 'picture') return copyReference(tab.id, info, target === 'picture');
  await runWithoutPopup(tab, {
    client: 'menu',
    then: then === 'copy' ? 'copy' : 'save',
    scope: target === 'selection' ? 'selection' : 'page',
    frameId: target === 'page' || target === 'tab' ? 0 : info.frameId,
  });
});

api.action.onClicked.addListener(async (tab) => {
  if (tab.id !== undefined) await runWithoutPopup(tab, { client: 'button', then: 'copy' });
});
api.storage.local.onChanged.addListener(applyClick);
api.storage.local.onChanged.addListener((changes) => void pushSettings(changes).catch(() => {})); // without a host the next change writes all
api.runtime.onStartup.addListener(applyClick);
applyClick();

api.tabs.onUpdated.addListener(onTabChanged);
api.tabs.onRemoved.addListener(onTabClosed);
api.tabs.onRemoved.addListener(forgetPageOf);
api.runtime.onInstalled.addListener(() => createMenus().then(showTargetMenu));
setUpAgents();
