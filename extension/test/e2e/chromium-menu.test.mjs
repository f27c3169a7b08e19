/** Chromium's context menu is native: only a real right click on a screen reaches it. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { openChromium } from '../harness/chromium.mjs';
import { assertGolden } from '../harness/golden.mjs';
import { openDisplay } from '../harness/x-display.mjs';
import { openSite } from '../harness/site.mjs';
import { until } from '../harness/wait.mjs';

/** @type {Awaited<ReturnType<typeof openDisplay>>} */
let screen;
/** @type {Awaited<ReturnType<typeof openChromium>>} */
let harness;
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;

before(async () => {
  screen = await openDisplay();
  site = await openSite();
  harness = await openChromium({ headless: false, env: { DISPLAY: screen.display }, args: ['--window-position=0,0', '--force-device-scale-factor=1', '--disable-gpu'] });
});
after(async () => {
  await harness?.close();
  screen?.close();
  site?.close();
});

/**
 * Right click on an element, then keys in the menu that opens. Each menu is a
 * window of its own, which is how this learns that it is open.
 * @param {import('puppeteer-core').Page} page @param {string} selector
 * @param {string[]} toSubmenu keys from the menu to ours @param {string[]} inSubmenu
 */
const useMenu = async (page, selector, toSubmenu, inSubmenu) => {
  await page.bringToFront();
  const at = await page.$eval(selector, (el) => {
    const box = el.getBoundingClientRect();
    return { x: screenX + (outerWidth - innerWidth) / 2 + box.x + 30, y: screenY + outerHeight - innerHeight + box.y + box.height / 2 };
  });
  const closed = screen.windows();
  const grown = (/** @type {number} */ by) => until(`menu ${by}`, () => screen.windows() === closed + by);
  screen.act('mousemove', Math.round(at.x), Math.round(at.y), 'click', 3);
  await grown(1);
  for (const key of toSubmenu) screen.act('key', key);
  await grown(2);
  for (const key of inSubmenu) screen.act('key', key);
  await grown(0);
};

/** @param {string} name */
const saved = async (name) => {
  const file = path.join(harness.downloads, name);
  await until(name, () => fs.existsSync(file));
  return fs.readFileSync(file, 'utf8');
};

// Our entries stand together in one submenu, above "View page source" and "Inspect".
const openSubmenu = ['Up', 'Up', 'Up', 'Right'];

test('context menu: save page writes the golden', async () => {
  const page = await harness.open(site.url('article.html'));
  await useMenu(page, 'h1', openSubmenu, ['Return']);
  assertGolden(await saved('The keeper of the north light.md'), 'article.md');
});

test('context menu: save selection writes the selected part with its structure', async () => {
  const page = await harness.open(site.url('table.html'));
  await page.evaluate(() => {
    const range = document.createRange();
    range.setStartBefore(/** @type {Element} */ (document.querySelector('#mon')));
    range.setEndAfter(/** @type {Element} */ (document.querySelector('#tue')));
    getSelection()?.addRange(range);
  });
  // On a selection, only "Inspect" comes after our entries.
  await useMenu(page, '#mon td', ['Up', 'Up', 'Right'], ['Return']);
  const markdown = await saved('Tides.md');
  assert.match(markdown, /Monday \| 3\.1 m \| 0\.4 m/);
  assert.match(markdown, /Tuesday/);
  assert.doesNotMatch(markdown, /Wednesday|Before the table/);
});

test('context menu: save this frame writes the frame alone', async () => {
  const page = await harness.open(site.url('nested.html'));
  await useMenu(page, 'iframe', ['Up', 'Up', 'Up', 'Up', 'Up', 'Right'], ['End', 'Return']);
  const markdown = await saved('The frame.md');
  assert.match(markdown, /The frame holds a sentence/);
  assert.doesNotMatch(markdown, /begins in the open|hides this one/);
});
