/** Tests of the log, of saved pages and of reports. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { realHost } from './registration.mjs';
import { until } from './wait.mjs';

/** @param {import('./suite.mjs').SuiteContext} context */
export const memoryTests = (context) => {
  const { visit, convert, press } = context;

  test('privacy: a conversion stores scores and the domain, but no title, text, path or query', async () => {
    await context.page.goto(`${context.site.url('article.html')}?canary=query`);
    await context.page.bringToFront();
    await (await convert()).close();
    const folder = path.join(context.harness.home, '.local/share/pulltab');
    const stored = () => fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'latin1')).join('');
    await until('the row', () => fs.existsSync(folder) && /127\.0\.0\.1/.test(stored()));
    assert.doesNotMatch(stored(), /canary|article\.html|keeper|north light|Mara Lind/i);
  });

  test('private window: not even the domain is written to disk, with every storage option turned on', async () => {
    const own = await context.open({ privateWindows: true });
    try {
      const at = (/** @type {string} */ name) => context.site.url('article.html').replace('127.0.0.1', `${name}.localhost`);
      const stored = () =>
        fs.readdirSync(own.home, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => {
            try {
              return name + fs.readFileSync(path.join(parentPath, name), 'latin1');
            } catch {
              return ''; // a file that the browser has deleted meanwhile
            }
          }).join('');
      const ordinary = await own.open(at('ordinary'));
      const options = await own.openOptions();
      await options.evaluate(async () => {
        const { send } = await import(/** @type {any} */ ('/messages.js'));
        await send('memory', { set: { pages: true, captures: true, addresses: true } });
      });
      const secret = await own.openPrivate(at('private'));
      const popup = await convert('done', own, secret);
      await press(popup, '#copy', /Copied/);
      assert.equal(await popup.evaluate((/** @type {Window} */ view) => /** @type {HTMLElement} */ (view.document.getElementById('report')).hidden), true);
      await popup.close();
      await own.pressShortcut(secret);
      await until('the badge', async () => /^\d+$/.test(await own.badge()));
      // A later conversion in an ordinary window proves that the host has written.
      await ordinary.bringToFront();
      await press(await convert('done', own, ordinary), '#copy', /Copied/);
      await until('the ordinary page', () => /ordinary\.localhost/.test(stored()));
      // The copy is confirmed before the page is saved.
      await until('one row and one saved page', async () => {
        const { rows, clips } = await options.evaluate(async () => {
          const { send } = await import(/** @type {any} */ ('/messages.js'));
          return send('memory', {});
        });
        return rows === 1 && clips === 1;
      });
      assert.doesNotMatch(stored(), /private\.localhost/);
    } finally {
      await own.close();
    }
  });

  test('dashboard: charts, tables and files show past conversions, and deleting all data empties them', async () => {
    await visit('article.html');
    await convert();
    const dashboard = await context.harness.openDashboard();
    await until('the statistics', () => dashboard.evaluate(() => document.body.dataset.state === 'shown'));
    await until('a row', () => dashboard.evaluate(() => document.querySelector('#sources tbody tr') !== null));
    const shown = await dashboard.evaluate(() => ({
      sources: document.querySelector('#sources tbody')?.textContent,
      days: document.querySelectorAll('#trend tbody tr').length,
      charts: document.querySelectorAll('canvas').length,
      width: document.querySelector('canvas')?.width ?? 0,
    }));
    assert.match(shown.sources ?? '', /blocks|readability|trafilatura/);
    assert.ok(shown.days >= 1 && shown.charts === 2 && shown.width > 300, JSON.stringify(shown));
    const { total, bySource } = await dashboard.evaluate(async () => {
      const { send } = await import(/** @type {any} */ ('/messages.js'));
      return send('stats', { window: '-7 days' });
    });
    assert.ok(total > 0 && bySource.length > 0);
    await dashboard.evaluate(async () => {
      const { send } = await import(/** @type {any} */ ('/messages.js'));
      await send('forget', { all: true });
      const windows = /** @type {HTMLSelectElement} */ (document.querySelector('#window'));
      windows.dispatchEvent(new Event('change'));
    });
    await until('an empty log', async () => /No conversions in this period/.test((await dashboard.$eval('#status', (/** @type {any} */ el) => el.textContent)) ?? ''));
    await dashboard.close();
  });

  test('page memory: off by default; when on, a copied page is saved, can be found, and later changes are shown', async () => {
    await visit('article.html');
    await press(await convert(), '#copy', /Copied/);
    const dashboard = await context.harness.openDashboard();
    const ask = (/** @type {string} */ type, /** @type {object} */ request) =>
      dashboard.evaluate(async (/** @type {any} */ name, /** @type {any} */ wanted) => {
        const { send } = await import(/** @type {any} */ ('/messages.js'));
        return send(name, wanted);
      }, type, request);
    assert.deepEqual(await ask('search', { words: '' }), []);
    await ask('memory', { set: { pages: true, captures: true } });
    await visit('article.html');
    const popup = await convert();
    assert.equal(await popup.text('#saved'), '');
    await press(popup, '#copy', /Copied/);
    await until('the note', async () => /^Saved on .*, unchanged since/.test((await popup.text('#saved')) ?? ''));
    const [clip] = await ask('search', { words: 'keeper light' });
    assert.equal(clip.title, 'The keeper of the north light');
    await visit('article.html');
    await context.harness.pressShortcut(context.page);
    await until('the badge’s note', async () => /^Copied\nSaved on .*, unchanged since\.\n/.test(await context.harness.badgeTitle()));
    await visit('article.html');
    await context.page.evaluate(() => document.querySelectorAll('p')[1].append('One more sentence, added later.'));
    const again = await convert();
    await until('the change', async () => /^Saved on .*\. Since then: 1 changed/.test((await again.text('#saved')) ?? ''));
    await again.click('#saved summary');
    await until('the change', async () => /One more sentence, added later\./.test((await again.text('#saved ins')) ?? ''));
    await press(again, '#copy', /Copied/);
    await until('the note', async () => /^Saved\. Since .*: 1 changed/.test((await again.text('#saved summary')) ?? ''));
    const [newest] = await ask('search', { words: 'keeper light' });
    assert.equal(newest.edition, 2);
    assert.match((await ask('clip', { clip: newest.clip })).diff[0].added[0], /One more sentence, added later\.$/);
    const shown = await context.harness.openDashboard();
    await until('the pages', () => shown.evaluate(() => document.querySelector('#clips button') !== null));
    await shown.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('#clips button')).click());
    await until('the revisions', async () => /1 changed/.test((await shown.$eval('#clips summary', (/** @type {any} */ el) => el.textContent)) ?? ''));
    await shown.close();
    await visit('article.html');
    await context.harness.pressShortcut(context.page);
    await until('the badge’s note', async () => /^Copied\nSaved on .*, changed since\.\n/.test(await context.harness.badgeTitle()));
    const replayed = execFileSync(realHost, ['replay'], { encoding: 'utf8', env: { ...process.env, HOME: context.harness.home } });
    assert.equal(replayed, '3 pages: 0 better, 0 worse, 0 changed, 3 the same\n');
    await ask('memory', { set: { pages: false, captures: false } });
    await ask('forget', { all: true });
    assert.deepEqual(await ask('search', { words: '' }), []);
    await dashboard.close();
  });

  test('options: shows the stored data, turns on page memory, and deletes all data with one button', async () => {
    const options = await context.harness.openOptions();
    const choose = (/** @type {string} */ id) => options.evaluate((/** @type {string} */ name) => document.getElementById(name)?.click(), id);
    const shows = (/** @type {RegExp} */ facts, /** @type {RegExp} */ status) =>
      until(`${facts} and ${status}`, async () => {
        const [stored, said] = await options.evaluate(() => ['stored', 'memoryStatus'].map((id) => document.getElementById(id)?.textContent ?? ''));
        return facts.test(stored) && status.test(said);
      });
    await shows(/Saved pages0/, /^$/);
    assert.equal(await options.evaluate(() => /** @type {HTMLInputElement} */ (document.getElementById('captures')).disabled), true);
    await choose('pages');
    await shows(/Saved pages0/, /^Saved/);
    await visit('article.html');
    const popup = await convert();
    await press(popup, '#copy', /Copied/);
    await until('the note', async () => /^Saved on/.test((await popup.text('#saved')) ?? ''));
    await choose('pages');
    await shows(/Saved pages1/, /^Saved/);
    options.once('dialog', (/** @type {import('puppeteer-core').Dialog} */ dialog) => dialog.accept());
    await choose('forget');
    await shows(/Saved pages0/, /./);
    assert.equal(await options.evaluate(() => /** @type {HTMLInputElement} */ (document.getElementById('pages')).checked), false);
    await options.close();
  });

  test('report: writes the page with every word replaced to a folder, and stores nothing else of it', async () => {
    await context.page.goto(`${context.site.url('article.html')}?canary=query`);
    await context.page.bringToFront();
    const popup = await convert();
    await popup.click('#report');
    const folder = await until('the folder', () => popup.text('#reported code'));
    assert.equal(path.dirname(folder), path.join(context.harness.home, '.local/share/pulltab/reports'));
    assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
    const reported = fs.readFileSync(path.join(folder, 'page.html'), 'utf8');
    assert.match(reported, /<article>\s*<h1>[A-Z][a-z]{2} [a-z]{6} [a-z]{2} [a-z]{3} [a-z]{5} [a-z]{5}<\/h1>/);
    const { page: before, redacted } = JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8'));
    assert.ok(before.quality > 0.5 && redacted.quality > 0.5, JSON.stringify([before, redacted]));
    for (const text of [reported, JSON.stringify([before, redacted])]) assert.doesNotMatch(text, /canary|127\.0\.0\.1|keeper|Mara|notebook/i);
  });
};
