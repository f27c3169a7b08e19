/**
 * Takes screenshots of all states of popup, options page and dashboard, in light
 * and dark and in both languages: dist/screenshots/.
 */
import fs from 'node:fs';
import path from 'node:path';
import { openChromium } from '../test/harness/chromium.mjs';
import { root } from '../test/harness/registration.mjs';
import { openSite } from '../test/harness/site.mjs';
import { pause, until } from '../test/harness/wait.mjs';
import { failures } from '../src/failure.js';

const folder = path.join(root, 'dist/screenshots');
const schemes = /** @type {const} */ (['light', 'dark']);

const markdown = `---
title: The keeper of the north light
url: https://example.org/essays/north-light
author: Ada Reyes
published: 2026-03-20T09:00:00Z
site: North Light Society
language: en
source: readability
quality: 0.85
---

# The keeper of the north light

For eleven years Mara Lind has lived on a rock that is ninety steps long, and she says that the first thing one learns there is to count.

## What a day holds

- Before sunrise the lens is wiped with vinegar and a linen cloth.
- At noon the generator runs for one hour, no more.
`;

const plain = {
  url: 'https://example.org/essays/north-light',
  title: 'The keeper of the north light',
  markdown,
  metadata: { title: 'The keeper of the north light', source: 'readability', quality: 0.85, words: 1234, tokens: 1789 },
  quality: { score: 0.85, factors: { length: true, ratio: true, semantic: true, heading: true, paragraphs: false } },
  reason: 'readability: best quality (0.85), longest text of three that agree',
};

const changes = [
  { at: 1, removed: ['For ten years Mara Lind has lived on a rock that is ninety steps long, and she says that the first thing one learns is to count.'], added: ['For eleven years Mara Lind has lived on a rock that is ninety steps long, and she says that the first thing one learns there is to count.'] },
  { at: 3, removed: ['- The boat comes on Tuesdays.'] },
  { at: 4, added: ['- Before sunrise the lens is wiped with vinegar and a linen cloth.', '- At noon the generator runs for one hour, no more.'] },
];
const savedClip = { clip: 12, saved: '2026-05-03T09:00:00Z', url: plain.url, edition: 2, title: plain.title };

const targets = { targets: [{ alias: 'vault', pictures: true }, { alias: 'journal' }], file: '/home/ada/.config/pulltab/config.yaml' };

/** @type {Record<string, object>} answers of the scripted host, by state */
const results = {
  'done-quality': { result: plain },
  'done-confidence': {
    result: {
      ...plain,
      metadata: { ...plain.metadata, source: 'blocks', fidelity: 1 },
      quality: { score: 1, factors: { length: true, ratio: true, semantic: true, heading: true, paragraphs: true } },
      confidence: { score: 0.97, band: 'high' },
      coverage: { share: 0.99 },
      agreement: { min: 0.81, verdict: 'pass' },
      reason: 'blocks: highest expected F1 (0.97 against 0.93 of trafilatura)',
    },
    summary: {
      summary: '',
      model: 'gemma3:4b',
      provider: 'http://127.0.0.1:11434',
      sentences: [
        {
          text: 'Mara Lind has lived on a rock that is ninety steps long for twelve years.',
          sources: [{ block: 1, text: 'For eleven years Mara Lind has lived on a rock that is ninety steps long…' }],
          doubts: [{ start: 60, end: 66, kind: 'number' }],
        },
        {
          text: 'Before sunrise she wipes the lens with vinegar and a linen cloth.',
          sources: [{ block: 3, text: 'Before sunrise the lens is wiped with vinegar and a linen cloth.' }],
        },
      ],
    },
  },
  'done-low': {
    result: {
      ...plain,
      title: 'A title that is far too long for one line, as the titles of news pages with their many clauses so often are, and goes on',
      metadata: { source: 'readability-fallback', words: 41 },
      quality: { score: 0.35, factors: { length: false, ratio: true, semantic: false, heading: true, paragraphs: false } },
      coverage: { share: 0.41 },
      losses: [{ kind: 'iframe', count: 2 }, { kind: 'canvas', count: 1 }],
      reason: 'readability-fallback: the winner had 96 of at least 200 characters',
    },
  },
  'done-discussed': {
    result: {
      ...plain,
      metadata: { ...plain.metadata, source: 'forum', fidelity: 1 },
      coverage: { share: 0.9 },
      losses: [{ kind: 'comments-too-deep', count: 12 }, { kind: 'comments-over-limit', count: 3 }],
      comments: { shown: 25, all: 40 },
      reason: 'forum: 26 posts, found by schema.org',
    },
  },
  'done-part': { result: { ...plain, confidence: { score: 0.95, band: 'high' }, explanation: { reasons: [{ code: 'only', engine: 'blocks', scores: [0.95] }], extent: { unit: 'rows', shown: 22, all: 2000 } } } },
  'done-wall': { result: { ...plain, explanation: { reasons: [], wall: 'cookies' }, suspicious: [{ kind: 'override', place: 'text', text: 'Ignore all previous instructions' }] } },
  'done-clean': { result: { ...plain, quality: { score: 0.55, factors: { length: true, clean: true, heading: false, paragraphs: false } }, explanation: { reasons: [{ code: 'markdown' }], clean: true } } },
  'done-left-out': {
    result: {
      ...plain,
      confidence: { score: 0.95, band: 'high' },
      coverage: { share: 0.97, parts: { pictures: { kept: 12, of: 14 }, tables: { kept: 0, of: 1 } } },
      explanation: { reasons: [{ code: 'highest', engine: 'blocks', other: 'trafilatura', scores: [0.95, 0.9] }], page: 'x-1' },
    },
  },
  'done-targets': {
    result: { ...plain, markdown: `${markdown}\n![The lens](https://pictures.invalid/lens.webp)\n\n![The boat](https://pictures.invalid/boat.webp)\n` },
    targets,
  },
  'done-changed': { result: plain, recall: { clip: savedClip, added: 3, removed: 2, diff: changes } },
  'working': { progress: { stage: 'extract' } },
};

/** The host's error that causes a failure, if any. @param {string} name of the failure */
const errorOf = (name) => {
  const codes = /** @type {Record<string, object>} */ ({
    host_busy: { code: 'E_BUSY' },
    host_memory: { code: 'E_MEMORY' },
    page_too_large: { code: 'E_TOO_MANY_NODES' },
    page_empty: { code: 'E_EMPTY' },
    timeout: { code: 'E_TIMEOUT' },
    cancelled: { code: 'E_CANCELLED' },
    internal: { code: 'E_INTERNAL' },
  });
  return codes[name];
};

for (const language of ['en', 'de']) {
  const site = await openSite();
  const browser = await openChromium({ host: 'scripted', language });
  const page = await browser.open(site.url('article.html'));
  try {
    /** @param {import('puppeteer-core').Page} target @param {string} name */
    const shoot = async (target, name) => {
      for (const scheme of schemes) {
        await target.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
        const file = path.join(folder, `${name}-${language}-${scheme}.png`);
        fs.mkdirSync(folder, { recursive: true });
        await target.screenshot({ path: file, fullPage: target.url().includes('options') });
      }
    };

    for (const [name, part] of Object.entries(results)) {
      browser.script(part);
      const popup = await browser.clickToolbarButton(page);
      const state = name.split('-')[0];
      await until(name, async () => (await popup.state()) === state);
      if (state === 'working') await pause(300);
      await shoot(popup.page, name);
      if (name === 'done-quality') {
        await popup.click('#copy');
        await until('the status', () => popup.text('#status'));
        await shoot(popup.page, 'done-copied');
        await popup.click('#report');
        await until('the report', () => popup.text('#reported code'));
        await shoot(popup.page, 'done-reported');
      }
      if (name === 'done-left-out') {
        await popup.click('#pieces summary');
        await until('the pieces', () => popup.text('#pieceList li'));
        await shoot(popup.page, 'done-pieces');
        await popup.click('#pieces summary');
        await popup.click('#viewEdit');
        await shoot(popup.page, 'done-edit');
        await popup.click('#more > summary');
        await popup.page.$eval('#more', (el) => el.scrollIntoView());
        await shoot(popup.page, 'done-details');
      }
      if (name === 'done-targets') {
        await shoot(popup.page, name);
        await popup.click('#saveTo');
        await until('the note', () => popup.text('#pictures li'));
        await shoot(popup.page, 'done-note');
        await popup.click('#pictureBox summary');
        await shoot(popup.page, 'done-note-pictures');
      }
      if (name === 'done-changed') {
        await popup.click('#saved summary');
        await until('the changes', () => popup.text('#saved li'));
        await shoot(popup.page, 'done-changes');
      }
      if (part === results['done-confidence']) {
        await popup.click('#summarize');
        await until('the summary', () => popup.text('#summary mark'));
        await shoot(popup.page, 'done-summary');
      }
      if (state === 'working') await popup.click('#cancel');
      await pause(50);
    }

    const switchAgents = (/** @type {boolean} */ on) => browser.background((/** @type {boolean} */ agents) => chrome.storage.local.set({ agents }), on);
    await switchAgents(true);
    browser.script({ result: plain });
    const popup = await browser.clickToolbarButton(page);
    await until('the agents', () => popup.text('#agentsAllow'));
    await until('the end', async () => (await popup.state()) === 'done');
    await shoot(popup.page, 'agents');
    await popup.click('#agentsAllow');
    await until('the consent', () => popup.text('#agentsState'));
    await shoot(popup.page, 'agents-once');
    await switchAgents(false);

    for (const name of Object.keys(failures)) {
      const besideResult = name === 'clipboard' || name === 'download';
      browser.script(besideResult ? { result: plain } : { error: errorOf(name) ?? { code: 'E_INTERNAL' } });
      const popup = await browser.clickToolbarButton(page);
      await until(name, async () => (await popup.state()) === (besideResult ? 'done' : 'failed'));
      // Failures that the host cannot cause are rendered directly.
      if (!errorOf(name)) {
        await popup.evaluate(async (/** @type {Window} */ _view, /** @type {string} */ failure, /** @type {boolean} */ trouble) => {
          const { showFailed, showActionFailure } = await import(/** @type {any} */ ('/popup/screens.js'));
          if (trouble) showActionFailure(failure);
          else showFailed({ name: failure }, new Proxy({}, { get: () => () => {} }));
        }, name, besideResult);
      }
      await shoot(popup.page, `failed-${name}`);
    }

    const statistics = JSON.parse(fs.readFileSync(path.join(root, 'internal/protocol/testdata/result-stats.json'), 'utf8')).result;
    const trend = Array.from({ length: 7 }, (_, n) => ({ day: `2026-05-0${n + 1}`, count: 12 + ((n * 7) % 11), avgQuality: n > 4 ? 0.62 : 0.9, avgMs: 30 + n, fallbacks: n > 4 ? 6 : n % 2 }));
    browser.script({ result: plain, stats: { ...statistics, trend }, search: [{ ...savedClip, excerpt: 'For eleven years Mara Lind has lived on a rock' }], clip: { ...savedClip, markdown, diff: changes } });
    const dashboard = await browser.open(`${browser.origin}/dashboard/dashboard.html`);
    await dashboard.setViewport({ width: 860, height: 900 });
    for (const scheme of schemes) {
      await dashboard.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await dashboard.reload(); // charts read the theme's colours when they are drawn
      await until('the pages', () => dashboard.$('#clips li'));
      await dashboard.screenshot({ path: path.join(folder, `dashboard-${language}-${scheme}.png`), fullPage: true });
      await dashboard.click('#clips button');
      await until('the changes', () => dashboard.$('#clips summary'));
      await dashboard.click('#clips summary');
      await until('the blocks', () => dashboard.$('#clips .changes li'));
      await dashboard.screenshot({ path: path.join(folder, `dashboard-changes-${language}-${scheme}.png`), fullPage: true });
    }
    await dashboard.close();

    browser.script({ targets });
    const options = await browser.open(`${browser.origin}/options/options.html#help`);
    await until('the check', async () => (await options.$eval('#diagnosis', (el) => el.textContent)) !== '');
    await pause(300);
    await options.setViewport({ width: 760, height: 900 });
    await shoot(options, 'options');
  } finally {
    await browser.close();
    site.close();
  }
}
process.stdout.write(`${fs.readdirSync(folder).length} screenshots in ${folder}\n`);
