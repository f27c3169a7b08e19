/** Renders the popup's states. Page text is inserted as text nodes only. */
import { changesBox } from '../changes.js';
import { changedSentence, notSavedSentence, savedSentence } from '../clip-text.js';
import { failures } from '../failure.js';
import { count, text } from '../text.js';
import { showDetails } from './details.js';
import { element } from './element.js';
import { noticesOf, verdictOf } from './verdict.js';

/** @typedef {import('../types.js').Result} Result */

/** @param {'working' | 'failed' | 'done'} state @returns {boolean} whether the state has changed */
const enter = (state) => {
  const changed = document.body.dataset.state !== state;
  document.body.dataset.state = state;
  return changed;
};

/** Shows a sentence, which screen readers announce. @param {string} sentence */
export const showStatus = (sentence) => {
  delete document.body.dataset.actionFailure;
  element('status').textContent = sentence;
};

/** Shows the failure of an action beside the result. @param {string} name */
export const showActionFailure = (name) => {
  const { text: sentence, action } = failures[name];
  document.body.dataset.actionFailure = name;
  element('status').textContent = text(sentence);
  if (action === 'save' || action === 'copy') element(action).focus();
};

/** The host of an address, or its scheme if it has none. @param {string | undefined} address */
const siteOf = (address) => {
  try {
    const { host, protocol } = new URL(address ?? '');
    return host || protocol.replace(':', '');
  } catch {
    return '';
  }
};

/** @param {chrome.tabs.Tab} tab @param {string} [stage] @param {number} [share] 0–1, or -1 if unknown */
export const showWorking = (tab, stage = 'capture', share = -1) => {
  if (document.body.dataset.state === 'done' || (document.body.dataset.state === 'failed' && stage !== 'capture')) return;
  const fresh = enter('working') || element('stage').textContent === '';
  showTitle(tab.title ?? '', false);
  element('subtitle').textContent = siteOf(tab.url);
  element('stage').textContent = text(`stage_${stage}`) || text('stage_extract');
  const bar = /** @type {HTMLProgressElement} */ (element('bar'));
  if (share < 0) bar.removeAttribute('value');
  else bar.value = Math.min(1, share);
  if (fresh) element('cancel').focus();
};

/**
 * @param {import('../failure.js').Failure} failure
 * @param {Record<string, () => unknown>} actions
 */
export const showFailed = (failure, actions) => {
  enter('failed');
  document.body.dataset.failure = failure.name;
  const { text: sentence, action } = failures[failure.name];
  element('sentence').textContent = text(sentence);
  const button = element('action');
  button.textContent = text(`action_${action}`);
  button.onclick = actions[action];
  button.focus();
  element('status').textContent = '';
};

/**
 * @param {import('./draft.js').Draft} draft
 * @param {import('../types.js').PageFacts} page
 */
export const showDone = (draft, page) => {
  enter('done');
  document.body.dataset.hostMs = String(draft.result().milliseconds?.total ?? ''); // for make bench-e2e
  showResult(draft, page);
  showSaved({ added: 0, removed: 0 });
  element('reported').replaceChildren();
  showStatus('');
  element('copy').focus();
};

/**
 * Shows what depends on the result alone.
 * @param {import('./draft.js').Draft} draft
 * @param {import('../types.js').PageFacts} page
 */
export const showResult = (draft, page) => {
  const result = draft.result();
  showTitle(result.title || siteOf(result.url), true);
  element('subtitle').textContent = subtitleOf(result);
  const { band, sentence } = verdictOf(result, page);
  document.body.dataset.band = band;
  element('verdict').textContent = sentence;
  element('notices').replaceChildren(...noticesOf(result, page).map((notice) => {
    const row = document.createElement('li');
    row.textContent = notice;
    return row;
  }));
  showDetails(result, draft.head());
  element('copy').textContent = text(`copy_${draft.format}`);
  element('copyJson').hidden = draft.format === 'json';
};

/** @param {string} title @param {boolean} editable */
const showTitle = (title, editable) => {
  const field = /** @type {HTMLInputElement} */ (element('title'));
  field.value = title;
  field.readOnly = !editable;
  field.title = title;
};

/**
 * Shows when the page was last saved, and the changes since.
 * @param {import('../types.js').Recall} recalled
 * @param {boolean} [savedNow] whether the current page has been saved since
 */
export const showSaved = (recalled, savedNow = false) => {
  const { diff = [] } = recalled;
  element('saved').replaceChildren(diff.length > 0 ? changesBox(changedSentence(recalled, savedNow), diff) : savedSentence(recalled));
};

/** Shows the folder of a report, and that nothing was sent. @param {{ folder: string }} report */
export const showReported = ({ folder }) => {
  const path = document.createElement('code');
  path.textContent = folder;
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.textContent = text('copyPath');
  copy.onclick = async () => {
    await navigator.clipboard.writeText(folder);
    copy.textContent = text('statusCopied');
  };
  element('reported').replaceChildren(text('reportedIn'), path, text('reportedAdvice'), copy);
  element('report').hidden = true;
  element('oneClick').hidden = true;
  element('saved').querySelector('details')?.removeAttribute('open'); // the popup has no room for both
  showStatus('');
  copy.focus();
};

/** @param {import('../types.js').SaveReply} reply */
export const showNotSaved = (reply) => {
  const reason = notSavedSentence(reply);
  if (reason) element('saved').textContent = reason;
};

/** @param {(import('../types.js').Recall & { alerts: boolean }) | null} recalled null if the host did not answer */
export const showRecall = (recalled) => {
  if (!recalled) return;
  showSaved(recalled);
  element('alertMark').hidden = !recalled.alerts;
  if (!recalled.alerts) return;
  for (const name of ['aria-label', 'title']) element('dashboard').setAttribute(name, text('dashboardAlerts'));
};

/** @param {Result} result */
const subtitleOf = ({ url, metadata }) => {
  const parts = [siteOf(url)];
  if (metadata.words !== undefined) parts.push(text('wordCount', count(metadata.words)));
  return parts.filter(Boolean).join(' · ');
};
