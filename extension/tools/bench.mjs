/**
 * Measures the time from click to preview by step (capture, transport, host,
 * render) in both browsers, on corpus pages sampled evenly by size and on two
 * dense pages.
 *
 *   CORPUS=DIR PAGES=25 node tools/bench.mjs > table.md
 */
import fs from 'node:fs';
import path from 'node:path';
import { openChromium } from '../test/harness/chromium.mjs';
import { openFirefox } from '../test/harness/firefox.mjs';
import { openSite } from '../test/harness/site.mjs';
import { until } from '../test/harness/wait.mjs';

const { CORPUS = '', PAGES = '25' } = process.env;

/** Corpus pages at equal steps in the order of size. @returns {Record<string, string>} paths by name */
const sample = () => {
  const folder = path.join(CORPUS, 'html');
  const sized = fs.readdirSync(folder).map((name) => ({ name, size: fs.statSync(path.join(folder, name)).size }));
  sized.sort((a, b) => a.size - b.size || a.name.localeCompare(b.name));
  const count = Math.min(Number(PAGES), sized.length);
  const chosen = Array.from({ length: count }, (_, n) => sized[Math.floor(((n + 0.5) * sized.length) / count)].name);
  return Object.fromEntries(chosen.map((name) => [`corpus/${name}`, path.join(folder, name)]));
};

const corpus = CORPUS ? sample() : {};
const steps = ['click to preview', 'capture', 'transport', 'host', 'render'];

/** @typedef {Record<string, number>} Times */

/** One click: milliseconds of each step. @param {any} harness @param {import('puppeteer-core').Page} page @returns {Promise<Times | null>} */
const click = async (harness, page) => {
  await harness.clickToolbarButton(page).then((/** @type {any} */ popup) => popup.close()); // starts the host
  const clicked = Date.now();
  const popup = await harness.clickToolbarButton(page);
  await until('the end', async () => ['done', 'failed'].includes(await popup.state()), 90_000);
  if ((await popup.state()) === 'failed') return null;
  const [render, shown, host] = await popup.evaluate((/** @type {any} */ view) => {
    const [measure] = view.performance.getEntriesByName('render', 'measure');
    return [measure.duration, view.performance.timeOrigin + measure.startTime + measure.duration, Number(view.document.body.dataset.hostMs)];
  });
  const { capture, exchange } = await harness.backgroundTimes();
  return { 'click to preview': shown - clicked, capture, transport: exchange - host, host, render };
};

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** @param {string} label @param {Times[]} rows */
const line = (label, rows) => `| ${label} | ${steps.map((step) => Math.round(median(rows.map((row) => row[step])))).join(' | ')} |\n`;

process.stdout.write(`| milliseconds, median | ${steps.join(' | ')} |\n|---|${steps.map(() => '--:|').join('')}\n`);
for (const open of [openChromium, openFirefox]) {
  const site = await openSite(corpus);
  const harness = /** @type {any} */ (await open({
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    prefs: { 'network.dns.localDomains': '', 'network.proxy.type': 1, 'network.proxy.http': '127.0.0.1', 'network.proxy.http_port': 9, 'network.proxy.ssl': '127.0.0.1', 'network.proxy.ssl_port': 9, 'network.proxy.no_proxies_on': '127.0.0.1' },
  }));
  try {
    const page = await harness.open('about:blank');
    const measure = async (/** @type {string} */ name) => {
      await page.goto(site.url(name), { waitUntil: 'load', timeout: 20_000 }).catch(() => {});
      await page.bringToFront();
      return click(harness, page);
    };
    /** @type {Times[]} */
    const rows = [];
    for (const name of Object.keys(corpus)) {
      const row = await measure(name);
      if (row) rows.push(row);
    }
    if (rows.length) process.stdout.write(line(`${harness.name}, ${rows.length} pages of the corpus`, rows));
    for (const elements of [5_000, 200_000]) {
      const row = await measure(`dense.html?elements=${elements}`);
      if (row) process.stdout.write(line(`${harness.name}, ${elements.toLocaleString('en')} elements`, [row]));
    }
  } finally {
    await harness.close();
    site.close();
  }
}
