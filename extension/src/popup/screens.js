/** Draws the popup's states. Page text enters as text nodes only. */
import { changesBox } from '../changes.js';
import { failures } from '../failure.js';
import { bandOf, contextFor, figureOf } from '../figure.js';
import { inFormat } from '../formats.js';
import { changedSentence, savedSentence } from '../saved.js';
import { beginning, count, percent, text } from '../text.js';

/** @typedef {import('../types.js').Result} Result */

const previewUnits = 20_000; // enough to judge by; a whole book would freeze the popup

/** @param {string} id @returns {HTMLElement} */
export const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {'working' | 'failed' | 'done'} state */
const enter = (state) => {
  const changed = document.body.dataset.state !== state;
  document.body.dataset.state = state;
  return changed;
};

/** Says something that a screen reader hears too. @param {string} sentence */
export const showStatus = (sentence) => {
  delete document.body.dataset.trouble;
  element('status').textContent = sentence;
};

/** A failure beside a result that is still there. @param {string} name */
export const showTrouble = (name) => {
  const { text: sentence, action } = failures[name];
  document.body.dataset.trouble = name;
  element('status').textContent = text(sentence);
  if (action === 'save' || action === 'copy') element(action).focus();
};

/** @param {string | undefined} address */
const placeOf = (address) => {
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
  element('subtitle').textContent = placeOf(tab.url);
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

/** @param {Result} result @param {string} format that copy and save give */
export const showDone = (result, format) => {
  enter('done');
  document.body.dataset.hostMs = String(result.milliseconds?.total ?? ''); // for make bench-e2e
  element('title').textContent = result.title || placeOf(result.url);
  element('subtitle').textContent = subtitleOf(result);
  showFigure(result);
  showFactors(result);
  showFacts(result);
  element('losses').textContent = lossSentence(result);
  const output = inFormat(result, format);
  element('preview').textContent = output.length > previewUnits ? `${beginning(output, previewUnits)}…` : output;
  element('copy').textContent = text(`copy_${format}`);
  element('copyJson').hidden = format === 'json';
  showSaved({ added: 0, removed: 0 });
  element('reported').replaceChildren();
  showStatus('');
  element('copy').focus();
};

/**
 * Says when the page was kept, and what has changed.
 * @param {import('../types.js').Recalled} recalled
 * @param {boolean} [again] whether the page as it is now has been kept since
 */
export const showSaved = (recalled, again = false) => {
  const { diff = [] } = recalled;
  element('saved').replaceChildren(diff.length > 0 ? changesBox(changedSentence(recalled, again), diff) : savedSentence(recalled));
};

/** Says where a report lies, and that it has gone nowhere. @param {{ folder: string }} report */
export const showReported = ({ folder }) => {
  const where = document.createElement('code');
  where.textContent = folder;
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.textContent = text('copyPath');
  copy.onclick = async () => {
    await navigator.clipboard.writeText(folder);
    copy.textContent = text('statusCopied');
  };
  element('reported').replaceChildren(text('reportedIn'), where, text('reportedAdvice'), copy);
  element('report').hidden = true;
  element('saved').querySelector('details')?.removeAttribute('open'); // there is no room for both
  showStatus('');
  copy.focus();
};

export const showTooLong = () => {
  element('saved').textContent = text('savedTooLong');
};

/** @param {(import('../types.js').Recalled & { drifts: boolean }) | null} memory null if it could not be asked */
export const showMemory = (memory) => {
  if (!memory) return;
  showSaved(memory);
  element('drift').hidden = !memory.drifts;
  if (!memory.drifts) return;
  for (const name of ['aria-label', 'title']) element('dashboard').setAttribute(name, text('dashboardDrifts'));
};

/** @param {Result} result */
const subtitleOf = ({ url, metadata }) => {
  const parts = [placeOf(url)];
  if (metadata.words !== undefined) parts.push(text('wordCount', count(metadata.words)));
  return parts.filter(Boolean).join(' · ');
};

/** @param {Result} result */
const showFigure = (result) => {
  const figure = figureOf(result);
  const band = bandOf(figure);
  document.body.dataset.band = band;
  const ring = element('ring');
  ring.style.setProperty('--share', String(figure * 100));
  element('figure').textContent = figure.toFixed(2);
  const named = text(result.confidence ? 'confidence' : 'quality');
  ring.setAttribute('aria-label', `${named} ${figure.toFixed(2)}`);
  element('band').textContent = text(`${result.confidence ? 'confidence' : 'quality'}_${band}`);
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
  element('qualityLabel').textContent = `${text('quality')} ${quality.score.toFixed(2)}`;
  const rows = Object.entries(quality.factors).map(([name, met]) => {
    const row = document.createElement('li');
    row.className = met ? 'met' : 'unmet';
    const spoken = document.createElement('span');
    spoken.textContent = text(factorTexts[name] ?? '') || name;
    row.append(sign(met), spoken);
    return row;
  });
  element('factors').replaceChildren(...rows);
};

/** @param {boolean} met */
const sign = (met) => {
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
  const size = contextFor(tokens);
  return size ? text('tokenCountFits', count(tokens), count(size)) : count(tokens);
};

/** @param {Result} result */
const showFacts = ({ coverage, agreement, metadata, comments }) => {
  /** @type {[string, string][]} */
  const facts = [['factSource', String(metadata.source ?? '')]];
  if (coverage) facts.push(['factCoverage', percent(coverage.share)]);
  if (agreement) facts.push(['factAgreement', agreement.min.toFixed(2)]);
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
  if (losses.length === 0) return '';
  return text('losses', losses.map(({ kind, count: lost }) => `${count(lost)} × ${text(`loss_${kind.replace(/[^a-z]+/g, '_')}`) || kind}`).join(', '));
};
