/** Tests of the German interface in Chromium. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { violations } from '../harness/axe.mjs';
import { openChromium } from '../harness/chromium.mjs';
import { result } from '../harness/sample-result.mjs';
import { openSite } from '../harness/site.mjs';
import { until } from '../harness/wait.mjs';

/** @type {Awaited<ReturnType<typeof openChromium>>} */
let harness;
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;

before(async () => {
  site = await openSite();
  harness = await openChromium({ host: 'scripted', language: 'de' });
});
after(async () => {
  await harness?.close();
  site?.close();
});

test('popup in German: texts and numbers are German, and axe finds no violations', async () => {
  harness.script({ result: { ...result, metadata: { ...result.metadata, words: 1234 } } });
  const page = await harness.open(site.url('article.html'));
  const popup = await harness.clickToolbarButton(page);
  await until('the result', async () => (await popup.state()) === 'done');
  assert.equal(await popup.page.evaluate(() => document.documentElement.lang), 'de');
  assert.equal(await popup.text('#verdict'), 'Wahrscheinlich vollständig, weggelassen: 1 Bild.');
  assert.equal(await popup.text('#reason'), 'blocks hat die höchste Konfidenz (0,80; trafilatura: 0,78).');
  assert.equal(await popup.text('#qualityLabel'), 'Qualität 0,65');
  assert.match((await popup.text('#facts')) ?? '', /Konfidenz0,80 – kurz prüfenAbdeckung98\u00a0%Teile2 \/ 3 Bilder, 1 TabelleÜbereinstimmung0,70/);
  assert.match((await popup.text('#subtitle')) ?? '', /1\.234 Wörter/);
  assert.equal(await popup.text('#losses'), '1 × eingebetteter Frame');
  await popup.page.$eval('#more', (el) => el.setAttribute('open', ''));
  assert.match(await harness.badgeTitle(), /^Pulltab: 0,80 – kurz prüfen$/);
  assert.deepEqual((await violations(popup.page)).found, []);
});

test('dashboard in German: numbers have a decimal comma', async () => {
  harness.script({});
  const dashboard = await harness.openDashboard();
  await until('the statistics', () => dashboard.evaluate(() => document.body.dataset.state === 'shown'));
  assert.match((await dashboard.$eval('#sources tbody', (el) => el.textContent)) ?? '', /blocks3278\u00a0%0,910,9438/);
  assert.match((await dashboard.$eval('#sources thead', (el) => el.textContent)) ?? '', /Konfidenz/);
  await dashboard.close();
});
