/** Tests of Chromium's context menu, which is native and needs a display. */
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
let display;
/** @type {Awaited<ReturnType<typeof openChromium>>} */
let harness;
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;

before(async () => {
  display = await openDisplay();
  site = await openSite();
  harness = await openChromium({ headless: false, env: { DISPLAY: display.name }, args: ['--window-position=0,0', '--force-device-scale-factor=1', '--disable-gpu'] });
});
after(async () => {
  await harness?.close();
  display?.close();
  site?.close();
});

/**
 * Right-clicks an element and presses keys in the menu. Each menu is a window,
 * so that the number of visible windows shows which menus are open. A key that
 * arrives before the menu takes input is lost; the menu is then opened again.
 * @param {import('puppeteer-core').Page} page @param {string} selector
 * @param {string[]} toSubmenu keys that open the extension's submenu @param {string[]} inSubmenu
 */
const useMenu = async (page, selector, toSubmenu, inSubmenu) => {
  await page.bringToFront();
  const at = await page.$eval(selector, (el) => {
    const box = el.getBoundingClientRect();
    return { x: screenX + (outerWidth - innerWidth) / 2 + box.x + 30, y: screenY + outerHeight - innerHeight + box.y + box.height / 2 };
  });
  const before = display.windows();
  const menusOpen = (/** @type {number} */ n, ms = 60_000) => until(`${n} open menus`, () => display.windows() === before + n, ms);
  const openMenus = async () => {
    display.act('mousemove', Math.round(at.x), Math.round(at.y), 'click', 3);
    await menusOpen(1);
    for (const key of toSubmenu) display.act('key', key);
    await menusOpen(2, 5_000);
  };
  const closeMenus = () =>
    until('closed menus', () => {
      const closed = display.windows() === before;
      if (!closed) display.act('key', 'Escape');
      return closed;
    });
  await openMenus().catch(async () => {
    await closeMenus();
    await openMenus();
  });
  for (const key of inSubmenu) display.act('key', key);
  await menusOpen(0);
};

/** @param {string} name */
const saved = async (name) => {
  const file = path.join(harness.downloads, name);
  await until(name, () => fs.existsSync(file));
  return fs.readFileSync(file, 'utf8');
};

// The extension's submenu is above "View page source" and "Inspect".
const keysToSubmenu = ['Up', 'Up', 'Up', 'Right'];

test('context menu: save page writes the golden file', async () => {
  const page = await harness.open(site.url('article.html'));
  await useMenu(page, 'h1', keysToSubmenu, ['Return']);
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
  // On a selection, the extension's submenu is directly above "Inspect".
  await useMenu(page, '#mon td', ['Up', 'Up', 'Right'], ['Return']);
  const markdown = await saved('Tides.md');
  assert.match(markdown, /Monday \| 3\.1 m \| 0\.4 m/);
  assert.match(markdown, /Tuesday/);
  assert.doesNotMatch(markdown, /Wednesday|Before the table/);
});

test('context menu: copy link copies its text and address', async () => {
  const page = await harness.open(site.url('article.html'));
  await useMenu(page, 'article a', ['Up', 'Up', 'Right'], ['Return']);
  await until('the link', async () => /^\[.+\]\(http[^ ]+\)$/.test(await harness.clipboard(page)));
});

test('context menu: save this frame writes only the frame', async () => {
  const page = await harness.open(site.url('nested.html'));
  await useMenu(page, 'iframe', ['Up', 'Up', 'Up', 'Up', 'Up', 'Right'], ['End', 'Return']);
  const markdown = await saved('The frame.md');
  assert.match(markdown, /The frame holds a sentence/);
  assert.doesNotMatch(markdown, /begins in the open|hides this one/);
});

test('context menu: save to a folder writes a note, in the folder of its name', async () => {
  const settings = path.join(harness.home, '.config/pulltab');
  const folder = path.join(harness.home, 'Notes');
  for (const made of [settings, folder]) fs.mkdirSync(made, { recursive: true });
  fs.writeFileSync(path.join(settings, 'config.yaml'), 'targets:\n  vault:\n    folder: ~/Notes\n', { mode: 0o600 });
  const options = await harness.openOptions();
  await until('the folder', () => options.evaluate(() => /vault/.test(document.getElementById('targetsList')?.textContent ?? '')));
  await options.close();
  const page = await harness.open(site.url('article.html'));
  await useMenu(page, 'h1', keysToSubmenu, ['End', 'Return']);
  const note = path.join(folder, 'The keeper of the north light.md');
  await until('the note', () => fs.existsSync(note));
  assert.match(fs.readFileSync(note, 'utf8'), /^---\ntitle: The keeper of the north light\n/);
  await until('the badge', async () => /Saved to vault: /.test(await harness.badgeTitle()));
});
