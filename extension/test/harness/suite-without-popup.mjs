/** Tests of the extension without its popup: shortcuts, one click, the badge and the context menu. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { assertGolden } from './golden.mjs';
import { until } from './wait.mjs';

/** @param {import('./suite.mjs').SuiteContext} context */
export const withoutPopupTests = (context) => {
  const { visit, convert } = context;

  test('shortcut: copies without a popup and confirms on the badge', async () => {
    await visit('article.html');
    await context.harness.pressShortcut(context.page);
    await until('the badge', async () => /^\d+$/.test(await context.harness.badge()));
    assertGolden(await context.harness.clipboard(context.page), 'article.md');
  });

  test('shortcut: Alt+Shift+U opens the popup', async () => {
    await until('no popup', async () => {
      await context.harness.closePopups(); // the shortcut would only close it
      return !(await context.harness.hasPopup());
    });
    await visit('article.html');
    await until('the popup', async () => {
      await context.harness.pressShortcut(context.page, 'U');
      // A window that gets the focus late closes its popup again.
      return until('it', () => context.harness.hasPopup(), 5_000).catch(() => false);
    });
    await until('no popup', async () => {
      await context.harness.closePopups();
      return !(await context.harness.hasPopup());
    });
  });

  test('one click: after the reader’s choice a click copies without a popup, and a setting takes it back', async () => {
    await until('no popup', async () => {
      await context.harness.closePopups(); // a click would only close it
      return !(await context.harness.hasPopup());
    });
    await visit('article.html');
    await context.harness.set({ oneClick: true });
    try {
      await until('no popup', () => context.harness.background(async () => {
        const api = /** @type {any} */ (globalThis).browser ?? chrome;
        return (await api.action.getPopup({})) === '';
      }));
      await context.harness.clickButton(context.page);
      await until('the badge', async () => /^\d+$/.test(await context.harness.badge()));
      assertGolden(await context.harness.clipboard(context.page), 'article.md');
    } finally {
      await context.harness.set({});
    }
    await until('the popup again', () => context.harness.background(async () => {
      const api = /** @type {any} */ (globalThis).browser ?? chrome;
      return /popup\.html$/.test(await api.action.getPopup({}));
    }));
  });

  test('badge: is cleared by navigation and by a script that changes the address', async () => {
    await visit('article.html');
    await convert();
    await until('a score', async () => /^\d+$/.test(await context.harness.badge()));
    await context.page.evaluate(() => history.pushState({}, '', '/another-view'));
    await until('an empty badge', async () => (await context.harness.badge()) === '');
    await visit('article.html');
    await convert();
    await until('a score', async () => /^\d+$/.test(await context.harness.badge()));
    await visit('built.html');
    await until('an empty badge', async () => (await context.harness.badge()) === '');
  });

  test('badge: stays empty if the page is left during its conversion', async () => {
    await visit('dense.html?elements=20000');
    const popup = await context.harness.clickToolbarButton(context.page);
    const capturing = await until('the stage', () => popup.text('#stage'));
    await until('the next stage', async () => (await popup.text('#stage')) !== capturing);
    await context.page.evaluate(() => history.pushState({}, '', '/another-view'));
    await until('the end', async () => (await popup.state()) === 'done');
    assert.equal(await context.harness.badge(), '');
  });

  test('context menu: save page, copy selection', async (t) => {
    if (context.harness.name === 'chromium') return; // chromium-menu.test.mjs tests its native menu
    await t.test('save page writes the golden file', async () => {
      fs.rmSync(context.harness.downloads, { recursive: true, force: true });
      await visit('article.html');
      await context.harness.clickMenu(context.page, 'Save page as Markdown');
      const file = path.join(context.harness.downloads, 'The keeper of the north light.md');
      await until('the file', () => fs.existsSync(file));
      await until('the score', async () => /^\d+$/.test(await context.harness.badge()));
      assertGolden(fs.readFileSync(file, 'utf8'), 'article.md');
    });
    await t.test('copy link', async () => {
      await visit('article.html');
      const at = await context.page.$eval('article a', (/** @type {Element} */ el) => {
        const box = el.getBoundingClientRect();
        return { x: box.x + 5, y: box.y + 5 };
      });
      await context.harness.clickMenu(context.page, 'Copy link as Markdown', at);
      await until('the link', async () => /^\[.+\]\(http[^ ]+\)$/.test(await context.harness.clipboard(context.page)));
    });
    await t.test('copy selection takes every range', async () => {
      await visit('table.html');
      const at = await context.page.evaluate(() => {
        getSelection()?.removeAllRanges();
        for (const id of ['mon', 'wed']) {
          const range = document.createRange();
          range.selectNode(/** @type {Element} */ (document.getElementById(id)));
          getSelection()?.addRange(range);
        }
        const box = /** @type {Element} */ (document.querySelector('#mon td')).getBoundingClientRect();
        return { x: box.x + 5, y: box.y + 5 };
      });
      await context.harness.clickMenu(context.page, 'Copy selection as Markdown', at);
      await until('the end', async () => (await context.harness.badgeTitle()).includes('Pulltab: complete'));
      const markdown = await context.harness.clipboard(context.page);
      assert.match(markdown, /Monday/);
      assert.match(markdown, /Wednesday/);
      assert.doesNotMatch(markdown, /Tuesday/);
    });
  });
};
