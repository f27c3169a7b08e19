/** Runs axe-core on the extension's pages in Firefox, in light and dark. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { violations } from '../harness/axe.mjs';
import { openFirefox } from '../harness/firefox.mjs';
import { until } from '../harness/wait.mjs';

/** @type {Awaited<ReturnType<typeof openFirefox>>} */
let harness;

before(async () => {
  harness = await openFirefox({ host: 'scripted' });
});
after(() => harness?.close());

/** Sets the colour scheme that Firefox reports to pages. */
const prefer = (/** @type {string} */ scheme) =>
  harness.privileged((/** @type {number} */ value) => {
    /** @type {any} */ (globalThis).Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', value);
  }, scheme === 'dark' ? 0 : 1);

/** @param {import('puppeteer-core').Page} screen @param {string} scheme */
const assertClean = async (screen, scheme) => {
  assert.equal(await screen.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches), scheme === 'dark');
  const { found, passes } = await violations(screen);
  assert.deepEqual(found, []);
  assert.ok(passes > 15, 'axe ran');
};

const clip = { clip: 12, saved: '2026-05-03T09:00:00Z', url: 'https://example.org/', edition: 2, title: 'A title', markdown: '# A title\n\nSome text.\n'.repeat(40) };
const diff = [
  { at: 0, removed: ['For ten years she has lived on a rock.'], added: ['For eleven years she has lived on a rock.'] },
  { at: 3, removed: ['Soap is cheap today.'], added: ['## A heading'] },
];

for (const scheme of ['light', 'dark']) {
  test(`accessibility: the dashboard in Firefox, with an alert, saved pages and changes, ${scheme}`, async () => {
    harness.script({ clip: { ...clip, diff } });
    await prefer(scheme);
    const dashboard = await harness.openDashboard();
    await until('the pages', () => dashboard.evaluate(() => document.querySelector('#clips button') !== null));
    const open = (/** @type {string} */ selector) => dashboard.evaluate((s) => /** @type {HTMLElement} */ (document.querySelector(s)).click(), selector);
    await open('#clips button');
    await until('the text', () => dashboard.evaluate(() => document.querySelector('#clips pre') !== null));
    await open('#clips summary');
    await until('the changes', () => dashboard.evaluate(() => document.querySelectorAll('#clips .changes li').length === 3));
    assert.match((await dashboard.evaluate(() => document.querySelector('#alerts')?.textContent)) ?? '', /readability-fallback now produces 20% of the results, compared with 2% before/);
    await assertClean(dashboard, scheme);
    await dashboard.close();
  });

  test(`accessibility: the options page in Firefox, ${scheme}`, async () => {
    harness.script({});
    await prefer(scheme);
    const options = await harness.openOptions();
    await until('the stored data', () => options.evaluate(() => (document.querySelector('#stored')?.childElementCount ?? 0) > 0));
    await assertClean(options, scheme);
    await options.close();
  });
}
