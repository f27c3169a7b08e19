/**
 * What the host may ask for agents: the tabs that they may read, the page of one,
 * its origin, and waiting. Every answer checks the reader's consent; a read checks
 * it again after the capture, because the tab may have moved on.
 */
import { api } from '../browser.js';
import { captureForAgent } from '../background/convert.js';
import { isReadable, originOf } from './consent.js';
import { waitInPage } from './wait-in-page.js';

const captureMs = 5_000; // a frozen tab never answers

/** An error with a code of docs/agents.md. */
export class AgentError extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** @param {number} tabId @returns {Promise<chrome.tabs.Tab>} a tab that agents may read now */
const readableTab = async (tabId) => {
  const tab = await api.tabs.get(tabId).catch(() => null);
  if (!tab || tab.incognito) throw new AgentError('E_NO_TAB');
  if (!(await isReadable(tab))) throw new AgentError('E_NOT_ALLOWED');
  return tab;
};

/** @param {number} tabId @returns {Promise<chrome.tabs.Tab>} a readable tab that can answer */
const answeringTab = async (tabId) => {
  const tab = await readableTab(tabId);
  if (tab.discarded) throw new AgentError('E_DISCARDED');
  if (/** @type {any} */ (tab).frozen) throw new AgentError('E_FROZEN');
  return tab;
};

/**
 * @template T
 * @param {Promise<T>} job @param {number} ms
 * @returns {Promise<T>}
 */
const within = (job, ms) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AgentError('E_FROZEN')), ms);
    job.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Tabs that agents may read, and the number of the others. Private windows are left out. */
export const listTabs = async () => {
  const [all, window] = await Promise.all([api.tabs.query({}), api.windows.getLastFocused().catch(() => null)]);
  const tabs = [];
  let others = 0;
  for (const tab of all.filter(({ incognito }) => !incognito)) {
    if (await isReadable(tab)) {
      tabs.push({ id: tab.id, title: tab.title ?? '', url: tab.url, active: tab.active && tab.windowId === window?.id, loaded: !tab.discarded && tab.status === 'complete' });
    } else others++;
  }
  return { tabs, others };
};

/** @param {number} tabId */
export const originOfTab = async (tabId) => ({ origin: originOf((await readableTab(tabId)).url) });

/**
 * Captures the page of a tab.
 * @param {number} tabId
 * @returns {Promise<{ meta: Record<string, unknown>, content: any }>}
 */
export const readPage = async (tabId) => {
  const tab = await answeringTab(tabId);
  const page = await within(captureForAgent(tabId), captureMs).catch((error) => {
    if (error instanceof AgentError) throw error;
    throw new AgentError(error?.name === 'page_gone' ? 'E_NO_TAB' : 'E_INTERNAL');
  });
  const now = await readableTab(tabId);
  if (originOf(String(page.meta.url)) !== originOf(tab.url) || originOf(now.url) !== originOf(tab.url)) throw new AgentError('E_NAVIGATED');
  return page;
};

/** @param {number} tabId @param {string} goal a CSS selector, or idle */
export const waitForTab = async (tabId, goal) => {
  await answeringTab(tabId);
  const answers = await within(api.scripting.executeScript({ target: { tabId }, func: waitInPage, args: [goal] }), waitMs).catch(() => {
    throw new AgentError('E_TIMEOUT');
  });
  await readableTab(tabId);
  const outcome = answers[0]?.result;
  if (outcome !== 'done') throw new AgentError(outcome === 'wrong' ? 'E_FIELD' : 'E_TIMEOUT');
  return {};
};

const waitMs = 22_000;
