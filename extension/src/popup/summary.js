/**
 * Summaries by a language model, and searches without one, of the converted
 * page. Before text is sent to another computer, the popup shows the origin and
 * asks for consent. The model's answer is inserted as text nodes only, so that it
 * cannot contain images or links.
 */
import { asFailure, failures } from '../failure.js';
import { send } from '../messages.js';
import { percent, text } from '../text.js';
import { viewOf } from '../markdown/view.js';
import { element } from './element.js';

/** @typedef {import('../types.js').Summary} Summary */

/**
 * @param {'idle' | 'consent' | 'running' | 'shown' | 'answered'} state
 * @param {string} [note]
 */
const enter = (state, note = '') => {
  document.body.dataset.summary = state;
  element('summaryNote').textContent = note;
};

/**
 * Sets up summary and search for a page.
 * @param {number} tabId
 * @param {() => { url: string, title: string, markdown: string }} pageNow markdown without front matter
 */
export const setUpSummary = (tabId, pageNow) => {
  enter('idle');
  element('summary').replaceChildren();
  element('summarize').onclick = () => summarize(tabId, pageNow());
  element('summaryStop').onclick = async () => {
    if (document.body.dataset.summary === 'consent') enter('idle');
    await send('cancelSummary', { tabId });
  };
  element('query').onsubmit = async (event) => {
    event.preventDefault();
    await search(pageNow().markdown, /** @type {HTMLInputElement} */ (element('question')).value);
  };
};

/**
 * @param {number} tabId
 * @param {{ url: string, title: string, markdown: string }} page
 * @param {string} [allow] the origin that the reader consented to
 */
const summarize = async (tabId, page, allow) => {
  enter('running', text('summaryWaits'));
  element('summary').replaceChildren();
  element('summaryStop').focus();
  try {
    const { summary, consent } = await send('summarize', { tabId, ...page, allow });
    if (consent) return askConsent(tabId, page, consent);
    showSummary(/** @type {Summary} */ (summary));
  } catch (error) {
    enter('idle', text(failures[asFailure(error).name].text));
  }
  element('summarize').focus();
};

/**
 * @param {number} tabId
 * @param {{ url: string, title: string, markdown: string }} page
 * @param {{ origin: string, model: string }} consent
 */
const askConsent = (tabId, page, { origin, model }) => {
  enter('consent', text('summaryConsent', origin, model));
  const agree = element('summaryAgree');
  agree.textContent = text('summarySend', new URL(origin).host);
  agree.onclick = () => summarize(tabId, page, origin);
  agree.focus();
};

/** @param {string} stage @param {number} share @param {string} partial text of the summary */
export const showProgress = (stage, share, partial) => {
  if (document.body.dataset.summary !== 'running') return;
  const done = share > 0 ? ` ${percent(share)}` : '';
  element('summaryNote').textContent = (text(`summary_${stage}`) || text('summaryWaits')) + done;
  if (partial) element('summary').textContent = partial;
};

/** @param {Summary} summary */
const showSummary = ({ sentences = [], model, provider, cut = 0 }) => {
  const shown = document.createElement('p');
  /** @type {Map<number, string>} */
  const sources = new Map();
  for (const { text: sentence, sources: blocks = [], doubts = [] } of sentences) {
    shown.append(...highlighted(sentence, doubts));
    for (const { block, text: excerpt } of blocks) {
      sources.set(block, excerpt);
      const number = document.createElement('sup');
      number.textContent = String([...sources.keys()].indexOf(block) + 1);
      number.title = excerpt;
      shown.append(number);
    }
    shown.append(' ');
  }
  element('summary').replaceChildren(shown, listOf([...sources.values()]));
  const doubtful = sentences.some(({ doubts = [] }) => doubts.length > 0);
  const notes = [text('summaryBy', model, provider)];
  if (doubtful) notes.push(text('summaryDoubts'));
  if (cut) notes.push(text('summaryCut'));
  enter('shown', notes.join(' '));
};

/**
 * Highlights the parts of a sentence that were not found on the page.
 * @param {string} sentence
 * @param {{ start: number, end: number }[]} doubts in bytes of UTF-8
 */
const highlighted = (sentence, doubts) => {
  const bytes = new TextEncoder().encode(sentence);
  const part = (/** @type {number} */ from, /** @type {number} */ to) => new TextDecoder().decode(bytes.subarray(from, to));
  /** @type {Node[]} */
  const nodes = [];
  let at = 0;
  for (const { start, end } of doubts) {
    const mark = document.createElement('mark');
    mark.textContent = part(start, end);
    mark.title = text('summaryDoubt');
    nodes.push(document.createTextNode(part(at, start)), mark);
    at = end;
  }
  nodes.push(document.createTextNode(part(at, bytes.length)));
  return nodes;
};

/** @param {string[]} excerpts of the source blocks */
const listOf = (excerpts) => {
  const box = document.createElement('details');
  const head = document.createElement('summary');
  head.textContent = text('summarySources');
  const list = document.createElement('ol');
  for (const excerpt of excerpts) {
    const item = document.createElement('li');
    item.textContent = excerpt;
    list.append(item);
  }
  box.append(head, list);
  return box;
};

/** @param {string} markdown @param {string} question */
const search = async (markdown, question) => {
  if (!question.trim()) return;
  try {
    const answer = await send('query', { markdown, question });
    element('summary').replaceChildren(viewOf(answer.markdown));
    element('copyAnswer').onclick = async () => {
      await navigator.clipboard.writeText(answer.markdown);
      element('summaryNote').textContent = text('statusCopied');
    };
    enter('answered', text(`match_${answer.match}`));
  } catch (error) {
    enter('idle', text(failures[asFailure(error).name].text));
  }
};
