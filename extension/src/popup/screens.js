/** Renders the popup's states. Page text is inserted as text nodes only. */
import { changesBox } from '../changes.js';
import { changedSentence, notSavedSentence, savedSentence } from '../clip-text.js';
import { contextSizeFor } from '../context-size.js';
import { failures } from '../failure.js';
import { inFormat } from '../formats.js';
import { bandOf, scoreOf } from '../score.js';
import { count, decimal, percent, text, truncate } from '../text.js';

/** @typedef {import('../types.js').Result} Result */

const maxPreviewUnits = 20_000; // UTF-16 units; much longer texts would freeze the popup

/** @param {string} id @returns {HTMLElement} */
export const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

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
  element('title').textContent = tab.title ?? '';
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

/** @param {Result} result @param {string} format of copied and saved text */
export const showDone = (result, format) => {
  enter('done');
  document.body.dataset.hostMs = String(result.milliseconds?.total ?? ''); // for make bench-e2e
  element('title').textContent = result.title || siteOf(result.url);
  element('subtitle').textContent = subtitleOf(result);
  showScore(result);
  showFactors(result);
  showFacts(result);
  element('losses').textContent = lossSentence(result);
  const output = inFormat(result, format);
  element('preview').textContent = output.length > maxPreviewUnits ? `${truncate(output, maxPreviewUnits)}…` : output;
  element('copy').textContent = text(`copy_${format}`);
  element('copyJson').hidden = format === 'json';
  showSaved({ added: 0, removed: 0 });
  element('reported').replaceChildren();
  showStatus('');
  element('copy').focus();
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

/** @param {Result} result */
const showScore = (result) => {
  const score = scoreOf(result);
  const band = bandOf(score);
  document.body.dataset.band = band;
  const ring = element('ring');
  ring.style.setProperty('--share', String(score * 100));
  ring.setAttribute('aria-label', `${text(result.confidence ? 'confidence' : 'quality')} ${decimal(score, 2)}`);
  element('score').textContent = decimal(score, 2);
  element('band').textContent = text(result.confidence ? `confidence_${band}` : `quality_${band}`);
  element('reason').textContent = result.reason;
};

const factorTexts = /** @type {Record<string, string>} */ ({
  length: 'factorLength',
  ratio: 'factorRatio',
  semantic: 'factorSemantic',
  heading: 'factorHeading',
  paragraphs: 'factorParagraphs',
  clean: 'factorClean',
});

/** @param {Result} result */
const showFactors = ({ quality }) => {
  element('qualityLabel').textContent = `${text('quality')} ${decimal(quality.score, 2)}`;
  const rows = Object.entries(quality.factors).map(([name, met]) => {
    const row = document.createElement('li');
    row.className = met ? 'met' : 'unmet';
    const label = document.createElement('span');
    label.textContent = text(factorTexts[name] ?? '') || name;
    row.append(mark(met), label);
    return row;
  });
  element('factors').replaceChildren(...rows);
};

/** A tick or a cross. @param {boolean} met */
const mark = (met) => {
  const make = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes) => {
    const el = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
    return el;
  };
  const svg = make('svg', { viewBox: '0 0 16 16', role: 'img', 'aria-label': text(met ? 'factorMet' : 'factorUnmet') });
  svg.append(make('path', { d: met ? 'm3 8.5 3.3 3.3L13 5' : 'm4.5 4.5 7 7m0-7-7 7' }));
  return svg;
};

/** @param {number} tokens */
const tokenSentence = (tokens) => {
  const size = contextSizeFor(tokens);
  return size ? text('tokenCountFits', count(tokens), count(size)) : count(tokens);
};

/** @param {Result} result */
const showFacts = ({ coverage, agreement, metadata, comments }) => {
  /** @type {[string, string][]} */
  const facts = [['factSource', String(metadata.source ?? '')]];
  if (coverage) facts.push(['factCoverage', percent(coverage.share)]);
  if (agreement) facts.push(['factAgreement', decimal(agreement.min, 2)]);
  if (typeof metadata.fidelity === 'number') facts.push(['factFidelity', percent(metadata.fidelity)]);
  if (metadata.tokens !== undefined) facts.push(['factTokens', tokenSentence(metadata.tokens)]);
  if (comments) facts.push(['factComments', text('commentsShown', count(comments.shown), count(comments.all))]);
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => {
      const row = document.createElement('div');
      const term = document.createElement('dt');
      const detail = document.createElement('dd');
      term.textContent = text(label);
      detail.textContent = value;
      row.append(term, detail);
      return row;
    });
  element('facts').replaceChildren(...rows);
};

/** @param {Result} result */
const lossSentence = ({ losses = [] }) => {
  const missing = losses.filter(({ kind }) => kind !== 'macros')
    .map(({ kind, count: lost }) => `${count(lost)} × ${text(`loss_${kind.replace(/[^a-z]+/g, '_')}`) || kind}`);
  const macros = losses.filter(({ kind }) => kind === 'macros').map(({ count: found }) => text('macros', count(found)));
  return [...missing.length > 0 ? [text('losses', missing.join(', '))] : [], ...macros].join(' · ');
};
