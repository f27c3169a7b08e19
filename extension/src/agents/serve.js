/**
 * Serves agents while the reader has switched them on: keeps a port to a host of
 * its own open, and answers what that host asks. There are no timers while nothing
 * is asked; an open port keeps the background running in both browsers.
 */
import { api, browserName, closeReason, hostFailure } from '../browser.js';
import { createHost, hostName } from '../background/host.js';
import { areOn, dropRevoked, endOnce, endOnceElsewhere, endSession, finishRequest } from './consent.js';
import { AgentError, listTabs, originOfTab, readPage, waitForTab } from './reads.js';

const delays = [0, 1_000, 5_000]; // before the attempts to connect again; then the next event
const steadyMs = 60_000; // a host that ends sooner counts as a failure
const markMs = 1_500; // how long the badge shows that a tab is read

/** @type {ReturnType<typeof createHost> | null} */
let host = null;
let failures = 0;
let since = 0; // time of the last handshake
let serving = false;

/** Connects if agents are on, and hangs up if they are off. */
export const serveAgents = async () => {
  if (!(await areOn())) return stop();
  if (host) return;
  const made = createHost({
    connect: () => api.runtime.connectNative(hostName),
    failureOfClose: (port, greeted) => hostFailure(closeReason(port), greeted),
    client: { ext: api.runtime.getManifest().version, browser: browserName(), locale: api.i18n.getUILanguage() },
    agents: { answer, closed: () => closed(made) },
  });
  host = made;
  try {
    const { features = [] } = await made.handshake();
    if (!features.includes('agents')) return stop(); // an older program, or no socket
    serving = true;
    since = Date.now();
  } catch {
    closed(made);
  }
};

/** @returns {boolean} whether a host serves agents */
export const isServing = () => serving;

const stop = () => {
  const open = host;
  host = null;
  serving = false;
  open?.close();
};

/** Tries again after the port has closed. @param {ReturnType<typeof createHost>} which */
const closed = (which) => {
  if (host !== which) return;
  host = null;
  if (serving && Date.now() - since > steadyMs) failures = 0;
  serving = false;
  if (failures < delays.length) setTimeout(serveAgents, delays[failures++]);
};

/** Starts a new host, which knows no snapshot of an earlier one. */
const restart = async () => {
  stop();
  failures = 0;
  await serveAgents();
};

/**
 * Answers one question of the host.
 * @param {{ id: string, what: string, tab?: number, for?: string }} question
 * @param {(message: object) => void} post
 */
const answer = async ({ id, what, tab = -1, for: goal = '' }, post) => {
  try {
    if (what === 'read') {
      const unmark = await markTab(tab);
      try {
        const page = await readPage(tab);
        await host?.convert({ ...page, answers: id, opts: {} });
      } finally {
        unmark();
      }
      return;
    }
    const result = what === 'tabs' ? await listTabs() : what === 'allowed' ? await originOfTab(tab) : what === 'wait' ? await waitForTab(tab, goal) : null;
    if (!result) throw new AgentError('E_INTERNAL');
    post({ t: 'answer', id, result });
  } catch (error) {
    post({ t: 'answer', id, code: error instanceof AgentError ? error.code : 'E_INTERNAL' }); // ignored if the page was sent
  }
};

/** Shows on the badge that an agent reads a tab. @param {number} tabId @returns {Promise<() => void>} ends it after a moment */
const markTab = async (tabId) => {
  const mark = '👁';
  const before = await api.action.getBadgeText({ tabId }).catch(() => null);
  if (before === null || before === mark) return () => {};
  await api.action.setBadgeText({ tabId, text: mark }).catch(() => {});
  return () =>
    setTimeout(async () => {
      const now = await api.action.getBadgeText({ tabId }).catch(() => '');
      if (now === mark) await api.action.setBadgeText({ tabId, text: before }).catch(() => {});
    }, markMs);
};

/** Registers all listeners. Call it at the top level of the background. */
export const setUpAgents = () => {
  api.runtime.onStartup.addListener(async () => {
    await endSession();
    await serveAgents();
  });
  api.runtime.onInstalled.addListener(serveAgents);
  api.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && 'agents' in changes) restart();
  });
  api.permissions.onAdded.addListener(finishRequest);
  api.permissions.onRemoved.addListener(async () => {
    await dropRevoked();
    await restart();
  });
  api.tabs.onUpdated.addListener(endOnceElsewhere);
  api.tabs.onRemoved.addListener((tabId) => endOnce(tabId));
  serveAgents();
};
