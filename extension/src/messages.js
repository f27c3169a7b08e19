/**
 * Messages between the extension's own contexts: their types, send and listen.
 * If a handler throws, send rejects with a Failure.
 */
import { api } from './browser.js';
import { Failure, asFailure } from './failure.js';

/**
 * @typedef {import('./types.js').Result} Result
 * @typedef {import('./types.js').Scope} Scope
 * @typedef {import('./types.js').Stats} Stats
 * @typedef {import('./types.js').Clip} Clip
 * @typedef {import('./types.js').SaveReply} SaveReply
 * @typedef {import('./types.js').Recall} Recall
 * @typedef {import('./types.js').Preferences} Preferences
 * @typedef {import('./types.js').StorageStatus} StorageStatus
 *
 * @typedef {object} Messages handled by the background unless stated otherwise
 * @property {{ request: { tabId: number, scope: Scope, choice?: import('./types.js').Choice }, reply: { result: Result, page: import('./types.js').PageFacts } }} convert
 *   converts a tab; a second equal request for the same tab joins the first
 * @property {{ request: { page: string, flip?: number[] }, reply: { pieces?: import('./types.js').Piece[], result?: Result } }} edit
 *   the pieces of a page in the host's memory, or its result with some put back or taken out
 * @property {{ request: { tabId: number }, reply: null }} cancel
 * @property {{ request: { tabId: number, stage: string, share: number }, reply: null }} progress
 *   to the popup; share is 0–1, or -1 if unknown
 * @property {{ request: {}, reply: null }} keepAlive
 *   sent while the popup is open, so that the host keeps the page in memory for saveClip
 * @property {{ request: { text: string }, reply: null }} copy
 *   writes to the clipboard in the background, for a popup without focus
 * @property {{ request: { tabId: number, title: string, text: string, format: string }, reply: { name: string } }} save
 * @property {{ request: import('./types.js').SummaryOrder, reply: import('./types.js').SummaryReply }} summarize
 *   a summary by the configured model, or the origin that needs the reader's consent
 * @property {{ request: { tabId: number }, reply: null }} cancelSummary
 * @property {{ request: { tabId: number, stage: string, share: number, text: string }, reply: null }} summaryProgress
 *   to the popup; text is the partial summary
 * @property {{ request: { markdown: string, question: string }, reply: import('./types.js').Answer }} query
 * @property {{ request: { share?: boolean }, reply: { shared: boolean } }} sharedSettings
 *   reads settings that browsers share, and may switch sharing
 * @property {{ request: { url: string }, reply: import('./types.js').TargetList }} targets
 *   the folders for notes; url is that of the page, or empty
 * @property {{ request: { tabId: number, target: string, result: Result }, reply: { sentence: string, pictures: import('./types.js').PictureFate[] } }} saveTo
 *   writes a note to a folder, and describes it and its pictures
 * @property {{ request: { tabId: number, result: Result }, reply: SaveReply }} saveClip
 *   saves a result that was copied or exported, if page memory is on
 * @property {{ request: { tabId: number, result: Result }, reply: Recall & { alerts: boolean } }} recall
 *   the last clip of this page, and whether any alert fires
 * @property {{ request: { tabId: number }, reply: { folder: string } }} report
 *   writes an anonymised report to a folder
 * @property {{ request: { window: string }, reply: Stats }} stats
 * @property {{ request: { set?: Partial<Preferences> }, reply: StorageStatus }} memory
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
 * Handles messages from this extension's own pages. Call it once per context,
 * at the top level of its script.
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
