/**
 * What a model, and a search without one, make of a converted page. Before text
 * goes anywhere but to this computer, the popup shows where, and asks. What a
 * model wrote enters as text nodes only: no image, no link.
 */
import { asFailure, failures } from '../failure.js';
import { send } from '../messages.js';
import { percent, text } from '../text.js';
import { element } from './screens.js';

/** @typedef {import('../types.js').Summary} Summary */

/**
 * Where the summary is: nothing yet, waiting for a yes, under way, there.
 * @param {'offered' | 'asking' | 'running' | 'there'} state
 * @param {string} [note]
 */
const enter = (state, note = '') => {
  document.body.dataset.summary = state;
  element('summaryNote').textContent = note;
};

/** @param {string} markdown @param {boolean} frontmatter whether it begins with one */
export const bodyOf = (markdown, frontmatter) => (frontmatter ? markdown.replace(/^---\n[\s\S]*?\n---\n+/, '') : markdown);

/**
 * Offers both for a page.
 * @param {number} tabId
 * @param {{ url: string, title: string, markdown: string }} page markdown without front matter
 */
export const offerSummary = (tabId, page) => {
  enter('offered');
  element('summary').replaceChildren();
  element('summarize').onclick = () => summarize(tabId, page);
  element('summaryStop').onclick = async () => {
    if (document.body.dataset.summary === 'asking') enter('offered');
    await send('cancelSummary', { tabId });
  };
  element('query').onsubmit = async (event) => {
    event.preventDefault();
    await ask(page.markdown, /** @type {HTMLInputElement} */ (element('question')).value);
  };
};

/**
 * @param {number} tabId
 * @param {{ url: string, title: string, markdown: string }} page
 * @param {string} [allow] the origin that the reader agreed to
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
    enter('offered', text(failures[asFailure(error).name].text));
  }
  element('summarize').focus();
};

/**
 * @param {number} tabId
 * @param {{ url: string, title: string, markdown: string }} page
 * @param {{ origin: string, model: string }} consent
 */
const askConsent = (tabId, page, { origin, model }) => {
  enter('asking', text('summaryConsent', origin, model));
  const agree = element('summaryAgree');
  agree.textContent = text('summarySend', new URL(origin).host);
  agree.onclick = () => summarize(tabId, page, origin);
  agree.focus();
};

/** @param {string} stage @param {number} share @param {string} sofar the summary so far */
export const showProgress = (stage, share, sofar) => {
  if (document.body.dataset.summary !== 'running') return;
  const done = share > 0 ? ` ${percent(share)}` : '';
  element('summaryNote').textContent = (text(`summary_${stage}`) || text('summaryWaits')) + done;
  if (sofar) element('summary').textContent = sofar;
};

/** @param {Summary} summary */
const showSummary = ({ sentences = [], model, provider, cut = 0 }) => {
  const shown = document.createElement('p');
  /** @type {Map<number, string>} */
  const sources = new Map();
  for (const { text: sentence, sources: blocks = [], doubts = [] } of sentences) {
    shown.append(...marked(sentence, doubts));
    for (const { block, text: beginning } of blocks) {
      sources.set(block, beginning);
      const number = document.createElement('sup');
      number.textContent = String([...sources.keys()].indexOf(block) + 1);
      number.title = beginning;
      shown.append(number);
    }
    shown.append(' ');
  }
  element('summary').replaceChildren(shown, listOf([...sources.values()]));
  const doubtful = sentences.some(({ doubts = [] }) => doubts.length > 0);
  const notes = [text('summaryBy', model, provider)];
  if (doubtful) notes.push(text('summaryDoubts'));
  if (cut) notes.push(text('summaryCut'));
  enter('there', notes.join(' '));
};

/**
 * A sentence with its doubts marked.
 * @param {string} sentence
 * @param {{ start: number, end: number }[]} doubts in bytes of UTF-8
 */
const marked = (sentence, doubts) => {
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

/** @param {string[]} beginnings of the sources */
const listOf = (beginnings) => {
  const box = document.createElement('details');
  const head = document.createElement('summary');
  head.textContent = text('summarySources');
  const list = document.createElement('ol');
  for (const beginning of beginnings) {
    const item = document.createElement('li');
    item.textContent = beginning;
    list.append(item);
  }
  box.append(head, list);
  return box;
};

/** @param {string} markdown @param {string} question */
const ask = async (markdown, question) => {
  if (!question.trim()) return;
  try {
    const answer = await send('query', { markdown, question });
    const found = document.createElement('pre');
    found.textContent = answer.markdown;
    element('summary').replaceChildren(found);
    enter('there', text(`match_${answer.match}`));
  } catch (error) {
    enter('offered', text(failures[asFailure(error).name].text));
  }
};
