/**
 * The one map of messages inside the extension, and the two functions typed
 * over it. A handler that throws gives its caller a Failure.
 */
import { api } from './browser.js';
import { Failure, asFailure } from './failure.js';

/**
 * @typedef {import('./types.js').Result} Result
 * @typedef {import('./types.js').What} What
 * @typedef {import('./types.js').Stats} Stats
 * @typedef {import('./types.js').Clip} Clip
 * @typedef {import('./types.js').Kept} Kept
 * @typedef {import('./types.js').Recalled} Recalled
 * @typedef {import('./types.js').Preferences} Preferences
 * @typedef {import('./types.js').Overview} Overview
 *
 * @typedef {object} Messages
 * @property {{ request: { tabId: number, what: What }, reply: Result }} convert
 *   converts a tab; a second request for the same tab joins the first
 * @property {{ request: { tabId: number }, reply: null }} cancel
 * @property {{ request: { tabId: number, stage: string, share: number }, reply: null }} progress
 *   from the background to the popup; share is 0–1, or -1 if unknown
 * @property {{ request: {}, reply: null }} stay
 *   the popup is still open: the host keeps the page in memory, in case it is copied or saved
 * @property {{ request: { text: string }, reply: null }} copy
 *   writes the clipboard in the background, for a popup without focus
 * @property {{ request: { tabId: number, title: string, text: string, format: string }, reply: { name: string } }} save
 * @property {{ request: import('./types.js').SummaryOrder, reply: import('./types.js').SummaryReply }} summarize
 *   asks the user's model, or says whom the reader has to agree to
 * @property {{ request: { tabId: number }, reply: null }} cancelSummary
 * @property {{ request: { tabId: number, stage: string, share: number, text: string }, reply: null }} summaryProgress
 *   from the background to the popup; text is the summary so far
 * @property {{ request: { markdown: string, question: string }, reply: import('./types.js').Answer }} query
 * @property {{ request: { tabId: number, result: Result }, reply: Kept }} keep
 *   remembers a result that was copied or saved, if the reader wants that
 * @property {{ request: { tabId: number, result: Result }, reply: Recalled & { drifts: boolean } }} recall
 *   what was kept of this page, and whether the log rings an alarm
 * @property {{ request: { tabId: number }, reply: { folder: string } }} report
 *   writes the page with other words into a folder, for the reader to look at and to send
 * @property {{ request: { window: string }, reply: Stats }} stats
 * @property {{ request: { set?: Partial<Preferences> }, reply: Overview }} memory
 * @property {{ request: { words: string }, reply: Clip[] }} search
 * @property {{ request: { clip: number }, reply: Clip }} clip
 * @property {{ request: { all?: boolean, site?: string }, reply: { rows: number, clips: number } }} forget
 * @property {{ request: {}, reply: { version: string, protocol: number, os: string, engines: string[] } }} diagnose
 */

/** @typedef {keyof Messages} Type */

/**
 * @template {Type} T
 * @param {T} type
 * @param {Messages[T]['request']} request
 * @returns {Promise<Messages[T]['reply']>} rejects with a Failure
 */
export const send = async (type, request) => {
  const answer = await api.runtime.sendMessage({ type, request });
  if (answer?.failure) throw new Failure(answer.failure.name, answer.failure.detail);
  return answer?.reply;
};

/**
 * Answers messages that come from this extension's own pages. Call it once per
 * context, while the script first runs.
 * @param {{ [T in Type]?: (request: Messages[T]['request']) => Promise<Messages[T]['reply']> | Messages[T]['reply'] }} handlers
 */
export const listen = (handlers) => {
  api.runtime.onMessage.addListener((message, sender, reply) => {
    const handle = /** @type {any} */ (handlers)[message?.type];
    if (!handle || sender.id !== api.runtime.id || !(sender.url ?? api.runtime.getURL('')).startsWith(api.runtime.getURL(''))) return;
    Promise.resolve()
      .then(() => handle(message.request))
      .then(
        (value) => reply({ reply: value ?? null }),
        (error) => reply({ failure: { name: asFailure(error).name, detail: asFailure(error).detail } }),
      );
    return true;
  });
};
