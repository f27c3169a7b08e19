/** Runs axe-core on every page and state in Chromium, in light and dark. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { violations as violationsIn } from '../harness/axe.mjs';
import { openChromium } from '../harness/chromium.mjs';
import { result } from '../harness/sample-result.mjs';
import { openSite } from '../harness/site.mjs';
import { until } from '../harness/wait.mjs';

const schemes = ['light', 'dark'];

const diff = [
  { at: 0, removed: ['For ten years she has lived on a rock.'], added: ['For eleven years she has lived on a rock.'] },
  { at: 3, removed: ['Soap is cheap today.'], added: ['## A heading'] },
];

/** @type {Awaited<ReturnType<typeof openChromium>>} */
let harness;
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {import('puppeteer-core').Page} */
let page;

before(async () => {
  site = await openSite();
  harness = await openChromium({ host: 'scripted' });
  page = await harness.open(site.url('article.html'));
});
after(async () => {
  await harness?.close();
  site?.close();
});

/** @param {import('puppeteer-core').Page} screen @param {string} scheme */
const violations = async (screen, scheme) => {
  await screen.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  return violationsIn(screen);
};

for (const [state, part] of /** @type {[string, object][]} */ ([
  ['done', { result }],
  ['done', { result: { ...result, comments: { shown: 25, all: 40 } } }],
  ['failed', { error: { code: 'E_EMPTY' } }],
  ['working', { progress: { stage: 'extract' } }],
])) {
  for (const scheme of schemes) {
    test(`accessibility: the popup, ${state}, ${JSON.stringify(part).includes('comments') ? 'with comments, ' : ''}${scheme}`, async () => {
      harness.script(part);
      const popup = await harness.clickToolbarButton(page);
      await until(state, async () => (await popup.state()) === state);
      if (state === 'done') {
        await popup.page.$eval('#pieces', (box) => box.setAttribute('open', ''));
        await until('the pieces', () => popup.text('#pieceList li'));
      }
      await popup.page.$$eval('#more, #frontmatterBox', (boxes) => boxes.forEach((box) => box.setAttribute('open', '')));
      const { found, passes } = await violations(popup.page, scheme);
      assert.deepEqual(found, []);
      assert.ok(passes > 10, 'axe ran');
      if (state === 'working') await popup.click('#cancel');
    });
  }
}

for (const scheme of schemes) {
  test(`accessibility: the popup with a summary, ${scheme}`, async () => {
    const sentences = [{ text: 'It has 3 parts.', sources: [{ block: 1, text: 'Some text.' }], doubts: [{ start: 7, end: 8, kind: 'number' }] }];
    harness.script({ result, summary: { summary: 'It has 3 parts.', model: 'm', provider: 'http://127.0.0.1:1', sentences } });
    const popup = await harness.clickToolbarButton(page);
    await until('done', async () => (await popup.state()) === 'done');
    await popup.click('#summarize');
    await until('a summary', async () => (await popup.text('#summary mark')) === '3');
    const { found, passes } = await violations(popup.page, scheme);
    assert.deepEqual(found, []);
    assert.ok(passes > 10, 'axe ran');
  });

  test(`accessibility: the popup after a note was saved to a folder, ${scheme}`, async () => {
    const markdown = `${result.markdown}\n![](https://pictures.invalid/a.png)\n`;
    harness.script({ result: { ...result, markdown }, targets: { targets: [{ alias: 'vault', pictures: true }, { alias: 'journal' }], file: '' } });
    const popup = await harness.clickToolbarButton(page);
    await until('the folders', () => popup.page.$eval('#targets', (el) => !(/** @type {HTMLElement} */ (el).hidden)));
    await popup.click('#saveTo');
    await until('the pictures', () => popup.page.$eval('#pictureBox', (el) => !(/** @type {HTMLElement} */ (el).hidden)));
    await popup.page.$eval('#pictureBox', (el) => el.setAttribute('open', ''));
    const { found, passes } = await violations(popup.page, scheme);
    assert.deepEqual(found, []);
    assert.ok(passes > 10, 'axe ran');
  });

  test(`accessibility: the options page, ${scheme}`, async () => {
    harness.script({ targets: { targets: [{ alias: 'vault' }], problem: true, file: '/home/ada/.config/pulltab/config.yaml' } });
    const options = await harness.openOptions();
    await options.click('#diagnose');
    await until('the check', () => options.$eval('#hostFacts', (el) => el.childElementCount > 0));
    const { found, passes } = await violations(options, scheme);
    assert.deepEqual(found, []);
    assert.ok(passes > 15, 'axe ran');
    await options.close();
  });
}

for (const scheme of schemes) {
  test(`accessibility: the dashboard with an alert and saved pages, ${scheme}`, async () => {
    harness.script({ clip: { clip: 12, saved: '2026-05-03T09:00:00Z', url: result.url, edition: 2, title: 'A title', markdown: result.markdown, diff } });
    const dashboard = await harness.open(`${harness.origin}/dashboard/dashboard.html`);
    await until('the statistics', () => dashboard.evaluate(() => document.body.dataset.state === 'shown'));
    await until('the pages', () => dashboard.$eval('#clips', (el) => el.childElementCount > 0));
    await dashboard.click('#clips button');
    await until('the text', () => dashboard.$('#clips pre'));
    await dashboard.click('#clips summary');
    await until('the changes', () => dashboard.$('#clips .changes li'));
    assert.match((await dashboard.$eval('#clips summary', (el) => el.textContent)) ?? '', /^Changes since the previous revision: 1 changed, 1 new, 1 removed$/);
    assert.match((await dashboard.$eval('#alerts', (el) => el.textContent)) ?? '', /readability-fallback now produces 20% of the results, compared with 2% before/);
    const { found, passes } = await violations(dashboard, scheme);
    assert.deepEqual(found, []);
    assert.ok(passes > 15, 'axe ran');
    await dashboard.close();
  });
}

for (const scheme of schemes) {
  test(`accessibility: the popup with a report, ${scheme}`, async () => {
    harness.script({ result });
    const popup = await harness.clickToolbarButton(page);
    await until('done', async () => (await popup.state()) === 'done');
    await popup.page.focus('#report');
    await popup.page.keyboard.press('Enter');
    await until('the folder', async () => (await popup.text('#reported[role=status] code')) === '/home/me/.local/share/pulltab/reports/2026-05-03-090000-1847');
    const { found, passes } = await violations(popup.page, scheme);
    assert.deepEqual(found, []);
    assert.ok(passes > 10, 'axe ran');
    await popup.page.keyboard.press('Enter'); // on the focused button, which copies the path
    await until('the copy', async () => (await popup.text('#reported button')) === 'Copied');
  });

  test(`accessibility: the popup with changes, ${scheme}`, async () => {
    harness.script({ result, recall: { clip: { clip: 12, saved: '2026-05-03T09:00:00Z', url: result.url, edition: 1, title: 'A title' }, added: 2, removed: 2, diff } });
    const popup = await harness.clickToolbarButton(page);
    await until('the sentence', () => popup.text('#saved summary'));
    await popup.page.focus('#saved summary');
    await popup.page.keyboard.press('Enter');
    await until('the changes', () => popup.text('#saved li'));
    const rows = await popup.page.$$eval('#saved li', (items) =>
      items.map((item) => [item.querySelector('p')?.textContent, item.querySelector('del')?.textContent ?? null, item.querySelector('ins')?.textContent ?? null]));
    assert.deepEqual(rows, [['Changed', 'ten', 'eleven'], ['Removed', 'Soap is cheap today.', null], ['New', null, '## A heading']]);
    await popup.page.keyboard.press('Tab'); // to the list, which the keyboard scrolls
    assert.equal(await popup.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Changes');
    const { found, passes } = await violations(popup.page, scheme);
    assert.deepEqual(found, []);
    assert.ok(passes > 10, 'axe ran');
  });
}

test('popup: shows a mark while an alert fires, and the day on which the page was saved', async () => {
  harness.script({ result });
  const popup = await harness.clickToolbarButton(page);
  await until('the mark', () => popup.page.$eval('#alertMark', (el) => !(/** @type {HTMLElement} */ (el).hidden)));
  assert.match((await popup.text('#saved')) ?? '', /^Saved on .*May.*\. Since then: 1 changed$/);
  assert.match((await popup.page.$eval('#dashboard', (el) => el.getAttribute('aria-label'))) ?? '', /something has changed/);
});

test('accessibility: all controls are reachable by keyboard, and the main button has the focus', async () => {
  harness.script({ result });
  const popup = await harness.clickToolbarButton(page);
  await until('done', async () => (await popup.state()) === 'done');
  const focused = () => popup.page.evaluate(() => document.activeElement?.id || document.activeElement?.localName);
  assert.equal(await focused(), 'copy');
  const reached = [];
  await until('the saved clip', () => popup.text('#saved summary'));
  for (let n = 0; n < 16; n++) {
    await popup.page.keyboard.press('Tab');
    reached.push(await focused());
  }
  assert.deepEqual(new Set(reached), new Set(['save', 'copyJson', 'question', 'ask', 'summarize', 'summary', 'title', 'report', 'dashboard', 'settings', 'viewText', 'viewRaw', 'viewEdit', 'text']));
});

test('accessibility: the outcome of an action is announced', async () => {
  harness.script({ result });
  const popup = await harness.clickToolbarButton(page);
  await until('done', async () => (await popup.state()) === 'done');
  await popup.page.keyboard.press('Enter');
  await until('the status', async () => (await popup.text('#status[role=status]')) === 'Copied');
});
