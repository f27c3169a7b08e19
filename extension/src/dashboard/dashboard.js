/** The dashboard: statistics of the log, and saved pages. */
import { api } from '../browser.js';
import { changesBox, countsOf } from '../changes.js';
import { asFailure, failures } from '../failure.js';
import { send } from '../messages.js';
import { count, day, decimal, language, localise, percent, text } from '../text.js';
import { drawLines } from './charts.js';
import { toCsv, toJson } from './export.js';

/** @typedef {import('../types.js').Stats} Stats */

/** @param {string} id @returns {HTMLElement} */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const windowField = /** @type {HTMLSelectElement} */ (element('window'));
const wordsField = /** @type {HTMLInputElement} */ (element('words'));

/** @param {string} name @param {string} [content] */
const make = (name, content = '') => {
  const el = document.createElement(name);
  el.textContent = content;
  return el;
};

/**
 * Renders rows as a table, or hides its section if there are none.
 * @param {string} id of the element that contains the table
 * @param {string} title id of the message that names it for screen readers
 * @param {string[]} columns
 * @param {string[][]} rows
 */
const showTable = (id, title, columns, rows) => {
  const container = element(id);
  /** @type {HTMLElement} */ (container.closest('section')).hidden = rows.length === 0;
  const table = make('table');
  table.setAttribute('aria-label', text(title));
  const line = (/** @type {HTMLElement[]} */ cells) => {
    const row = make('tr');
    row.append(...cells);
    return row;
  };
  const header = (/** @type {string} */ content, /** @type {string} */ scope) => {
    const th = make('th', content);
    th.setAttribute('scope', scope);
    return th;
  };
  const head = make('thead');
  head.append(line(columns.map((column) => header(text(`column_${column}`), 'col'))));
  const body = make('tbody');
  body.append(...rows.map(([first, ...rest]) => line([header(first, 'row'), ...rest.map((value) => make('td', value))])));
  table.append(head, body);
  container.replaceChildren(table);
};

/** @param {Stats} stats */
const showAlerts = ({ drift }) => {
  const formatted = (/** @type {string} */ metric, /** @type {number} */ value) =>
    metric === 'source' ? percent(value, 1) : decimal(value, metric === 'quality' ? 2 : 0);
  const sentences = drift.alarms.map(({ figure: metric, source, now, before }) => {
    const values = [formatted(metric, now), formatted(metric, before)];
    return text(`alert_${metric}`, ...(source ? [source, ...values] : values));
  });
  const list = element('alerts');
  list.hidden = sentences.length === 0;
  list.replaceChildren(...[...new Set(sentences)].map((sentence) => make('li', sentence)));
};

/** @param {Stats} stats */
const showCharts = ({ trend }) => {
  if (trend.length === 0) return;
  const days = trend.map(({ day: date }) => date);
  drawLines(element('trendChart'), days, [
    { label: text('column_count'), values: trend.map((d) => d.count), colour: '--brand' },
    { label: text('column_fallbacks'), values: trend.map((d) => d.fallbacks), colour: '--low' },
  ]);
  drawLines(element('qualityChart'), days, [{ label: text('column_quality'), values: trend.map((d) => d.avgQuality), colour: '--high' }], 1);
};

/** @param {Stats} stats */
const showStats = (stats) => {
  const { total, bySource, lowQualityDomains, fallbackByDomain, percentiles, trend, agentReads = [] } = stats;
  showTable('audit', 'auditTitle', ['time', 'client', 'site', 'tokens', 'purpose'],
    agentReads.map((r) => [new Date(r.at).toLocaleString(language()), r.client, r.site, count(r.tokens), r.purpose ?? '']));
  element('status').textContent = total === 0 ? text('statsEmpty') : '';
  element('figures').hidden = total === 0;
  showAlerts(stats);
  showTable('trend', 'trendTitle', ['day', 'count', 'fallbacks', 'quality', 'ms'],
    trend.map((d) => [day(`${d.day}T12:00:00`), count(d.count), count(d.fallbacks), decimal(d.avgQuality, 2), decimal(d.avgMs, 0)]));
  showTable('sources', 'sourcesTitle', ['source', 'count', 'share', 'quality', 'confidence', 'ms'],
    bySource.map((s) => [s.source, count(s.count), percent(s.pct / 100, 1), decimal(s.avgQuality, 2), s.avgConfidence === undefined ? '–' : decimal(s.avgConfidence, 2), decimal(s.avgMs, 0)]));
  showTable('latency', 'latencyTitle', ['part', 'p50', 'p90', 'p99'],
    ['parse', 'extract', 'markdown', 'total'].filter((part) => percentiles[part]).map((part) => [text(`step_${part}`), ...[percentiles[part].p50, percentiles[part].p90, percentiles[part].p99].map(count)]));
  showTable('low', 'lowTitle', ['site', 'count', 'quality'], lowQualityDomains.map((d) => [d.domain, count(d.count), decimal(d.avgQuality, 2)]));
  showTable('fallbacks', 'fallbackTitle', ['site', 'count'], fallbackByDomain.map((d) => [d.domain, count(d.count)]));
  showCharts(stats); // last: the elements have no width before the section is shown
  element('exportCsv').onclick = () => download(toCsv(stats), 'text/csv', 'pulltab-stats.csv');
  element('exportJson').onclick = () => download(toJson(stats), 'application/json', 'pulltab-stats.json');
  document.body.dataset.state = 'shown';
};

/** @param {string} content @param {string} type @param {string} name */
const download = (content, type, name) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it some time after the click
};

/** Runs a job and shows its failure. @param {() => Promise<void>} job */
const attempt = async (job) => {
  try {
    await job();
  } catch (error) {
    element('status').textContent = text(failures[asFailure(error).name].text);
    document.body.dataset.state = 'failed';
  }
};

const loadStats = () => attempt(async () => showStats(await send('stats', { window: windowField.value })));

/** Toggles a clip's text and changes below its title. @param {HTMLElement} item @param {HTMLButtonElement} button @param {number} clip */
const toggle = (item, button, clip) =>
  attempt(async () => {
    const shown = item.querySelectorAll('.changes, pre');
    button.setAttribute('aria-expanded', String(shown.length === 0));
    for (const part of shown) part.remove();
    if (shown.length > 0) return;
    const { title, markdown = '', diff = [] } = await send('clip', { clip });
    if (diff.length > 0) item.append(changesBox(text('revisionChanges', countsOf(diff)), diff));
    const pre = make('pre', markdown);
    pre.tabIndex = 0;
    pre.setAttribute('role', 'region');
    pre.setAttribute('aria-label', title);
    item.append(pre);
  });

/** @param {import('../types.js').Clip} clip */
const itemOf = ({ clip, title, url, saved, edition, excerpt = '' }) => {
  const item = make('li');
  const button = /** @type {HTMLButtonElement} */ (make('button', title || url));
  button.type = 'button';
  button.setAttribute('aria-expanded', 'false');
  button.onclick = () => toggle(item, button, clip);
  const where = make('p', [day(saved), edition > 1 && text('revision', count(edition)), url].filter(Boolean).join(' · '));
  where.className = 'quiet';
  item.append(button, where, make('p', excerpt));
  return item;
};

let lastSearch = 0; // answers to earlier searches are dropped

const search = () =>
  attempt(async () => {
    const number = ++lastSearch;
    const found = await send('search', { words: wordsField.value });
    if (number !== lastSearch) return;
    element('found').textContent = text('searchCount', count(found.length));
    element('clips').replaceChildren(...found.map(itemOf));
  });

const showPages = () =>
  attempt(async () => {
    const { clips, preferences } = await send('memory', {});
    element('off').hidden = preferences.pages || clips > 0;
    element('search').hidden = !element('off').hidden;
    if (element('off').hidden) await search();
  });

const start = async () => {
  localise(document);
  document.title = text('dashboard');
  element('openOptions').onclick = () => api.runtime.openOptionsPage();
  windowField.onchange = loadStats;
  wordsField.oninput = search;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', loadStats);
  await loadStats();
  await showPages();
};

start();
