/**
 * The background: registers what the browser wakes it for. Listeners stand at
 * the top level, since it may have been asleep.
 */
import { api, writeClipboard } from '../browser.js';
import { Failure, asFailure, failures } from '../failure.js';
import { inFormat } from '../formats.js';
import { listen, send } from '../messages.js';
import { savedSentence } from '../saved.js';
import { loadSettings } from '../settings.js';
import { text } from '../text.js';
import { claimBadge, clearBadge, onTabChanged, onTabClosed, showDone, showFailure, showFigure, showWork } from './badge.js';
import { cancelTab, convertTab, host } from './convert.js';
import { drifts, keep, recall } from './memory.js';
import { createMenus } from './menus.js';
import { reportTab } from './report.js';
import { saveFile } from './save.js';
import { cancelSummary, summarizeTab } from './summary.js';

/** @param {string} markdown */
const copyText = async (markdown) => {
  try {
    await writeClipboard(markdown);
  } catch (error) {
    throw new Failure('clipboard', String(error));
  }
};

/**
 * Keeps a result, and says what was kept of its page before. That memory fails
 * is no failure of what was asked for.
 * @param {import('../types.js').Result} result
 * @param {boolean} incognito
 */
const remembering = async (result, incognito) => {
  try {
    const before = savedSentence(await recall(result, incognito));
    const { tooLong } = await keep(result, incognito);
    return tooLong ? text('savedTooLong') : before;
  } catch (error) {
    console.warn(`not remembered: ${asFailure(error).detail}`);
    return '';
  }
};

/** @param {number} tabId */
const isPrivate = async (tabId) => (await api.tabs.get(tabId).catch(() => null))?.incognito ?? true;

/**
 * Runs a job that has no popup: the badge tells how it went.
 * @param {chrome.tabs.Tab} tab
 * @param {{ frameId?: number, what?: import('../types.js').What, client: string, then: 'copy' | 'save' }} order
 */
const runOnBadge = async (tab, { frameId, what, client, then }) => {
  const tabId = /** @type {number} */ (tab.id);
  try {
    await claimBadge(tabId);
    await showWork(tabId);
    const [result, { format }] = await Promise.all([convertTab({ tabId, frameId, what, client }), loadSettings()]);
    const output = inFormat(result, format);
    if (then === 'copy') await copyText(output);
    else await saveFile({ title: result.title, text: output, format, incognito: tab.incognito });
    const note = text(then === 'copy' ? 'statusCopied' : 'statusSavedFile');
    await showDone(tabId, note);
    const before = await remembering(result, tab.incognito);
    await showFigure(tabId, result, [note, before].filter(Boolean).join('\n'));
  } catch (error) {
    const { name } = asFailure(error);
    if (name === 'cancelled') await clearBadge(tabId);
    else await showFailure(tabId, text(failures[name].text));
  }
};

listen({
  convert: async ({ tabId, what }) => {
    const progress = (/** @type {string} */ stage, /** @type {number} */ share) => {
      send('progress', { tabId, stage, share }).catch(() => {}); // the popup may be closed
    };
    const [result] = await Promise.all([convertTab({ tabId, what, client: 'popup' }, progress), claimBadge(tabId)]);
    await showFigure(tabId, result);
    return result;
  },
  cancel: ({ tabId }) => {
    cancelTab(tabId);
    return null;
  },
  stay: () => {
    host.stay();
    return null;
  },
  copy: async ({ text: markdown }) => {
    await copyText(markdown);
    return null;
  },
  save: async ({ tabId, title, text: output, format }) => {
    const tab = await api.tabs.get(tabId).catch(() => null);
    return saveFile({ title, text: output, format, incognito: tab?.incognito ?? true });
  },
  summarize: (order) =>
    summarizeTab(order, (stage, share, sofar) => {
      send('summaryProgress', { tabId: order.tabId, stage, share, text: sofar }).catch(() => {}); // the popup may be closed
    }),
  cancelSummary: ({ tabId }) => {
    cancelSummary(tabId);
    return null;
  },
  query: ({ markdown, question }) => host.ask({ t: 'query', markdown, question }),
  keep: async ({ tabId, result }) => keep(result, await isPrivate(tabId)),
  recall: async ({ tabId, result }) => ({ ...(await recall(result, await isPrivate(tabId))), drifts: await drifts() }),
  report: ({ tabId }) => reportTab(tabId),
  stats: ({ window }) => host.ask({ t: 'stats', window }),
  memory: ({ set }) => host.ask({ t: 'memory', set }),
  search: ({ words }) => host.ask({ t: 'search', words }),
  clip: ({ clip }) => host.ask({ t: 'clip', clip }),
  forget: (what) => host.ask({ t: 'forget', ...what }),
  diagnose: async () => {
    const { host: version, proto, os, engines = [] } = await host.greet();
    return { version, protocol: proto, os, engines };
  },
});

api.commands.onCommand.addListener(async (command, tab) => {
  if (command === 'copy-page' && tab?.id !== undefined) await runOnBadge(tab, { client: 'shortcut', then: 'copy' });
});

api.contextMenus.onClicked.addListener(async (info, tab) => {
  if (tab?.id === undefined) return;
  const [then, scope] = String(info.menuItemId).split('-');
  await runOnBadge(tab, {
    client: 'menu',
    then: then === 'copy' ? 'copy' : 'save',
    what: scope === 'selection' ? 'selection' : 'page',
    frameId: scope === 'page' ? 0 : info.frameId,
  });
});

api.tabs.onUpdated.addListener(onTabChanged);
api.tabs.onRemoved.addListener(onTabClosed);
api.runtime.onInstalled.addListener(createMenus);
