/** The part of the popup with all figures of a result. */
import { contextSizeFor } from '../context-size.js';
import { reasonOf } from '../reasons.js';
import { isClean } from '../score.js';
import { count, decimal, percent, text } from '../text.js';
import { element } from './element.js';
import { partsOf } from './verdict.js';

/** @typedef {import('../types.js').Result} Result */

/** @param {Result} result @param {string} frontmatter */
export const showDetails = (result, frontmatter) => {
  showFacts(result);
  showFactors(result);
  showLosses(result);
  const { sentence, english } = reasonOf(result);
  element('reason').textContent = sentence;
  element('reason').lang = english ? 'en' : '';
  if (!english) element('reason').removeAttribute('lang');
  element('frontmatterBox').hidden = frontmatter === '';
  element('frontmatter').textContent = frontmatter.trimEnd();
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

/** @param {Result} result */
const tokenSentence = ({ tokens, metadata }) => {
  const number = tokens?.markdown ?? metadata.tokens;
  if (number === undefined) return '';
  const size = contextSizeFor(number);
  return [tokens ? text('tokenCountHtml', count(tokens.html), count(number)) : count(number), size ? text('tokenFits', count(size)) : ''].filter(Boolean).join(', ');
};

/** @param {Result} result */
const showFacts = (result) => {
  const { coverage, agreement, metadata, comments, turns, confidence } = result;
  /** @type {[string, string][]} */
  const facts = [['factSource', String(metadata.source ?? '')]];
  if (isClean(result)) facts.push(['factConfidence', text('confidenceClean')]);
  else if (confidence) facts.push(['factConfidence', text('confidenceWithBand', decimal(confidence.score, 2), text(`band_${confidence.band}`))]);
  if (coverage) facts.push(['factCoverage', percent(coverage.share)]);
  const { kept } = partsOf(result);
  if (kept.length) facts.push(['factParts', kept.join(', ')]);
  if (agreement) facts.push(['factAgreement', decimal(agreement.min, 2)]);
  if (typeof metadata.fidelity === 'number') facts.push(['factFidelity', percent(metadata.fidelity)]);
  facts.push(['factTokens', tokenSentence(result)]);
  if (turns) {
    const { user = 0, assistant = 0 } = turns.roles;
    facts.push(['factTurns', text('turnsShown', count(turns.shown), count(turns.all), count(user), count(assistant))]);
  }
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

/** Losses, each with the first words of what is missing. @param {Result} result */
const showLosses = ({ losses = [] }) => {
  const rows = losses
    .filter(({ kind }) => kind !== 'macros') // shown as a notice
    .map(({ kind, count: lost, named = [] }) => {
      const row = document.createElement('li');
      const name = text(`loss_${kind.replace(/[^a-z]+/g, '_')}`) || kind;
      row.textContent = [`${count(lost)} × ${name}`, ...named.map((words) => text('quoted', words))].join(' ');
      return row;
    });
  element('losses').replaceChildren(...rows);
  element('lossBox').hidden = rows.length === 0;
};
