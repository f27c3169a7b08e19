/**
 * What a reader may rely on, in either browser. Each browser's test file opens
 * it and hands it here, so that both keep the same promises.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { assertGolden } from './golden.mjs';
import { openSite } from './site.mjs';
import { hostTests } from './suite-host.mjs';
import { memoryTests } from './suite-memory.mjs';
import { summaryTests } from './suite-summary.mjs';
import { pause, until } from './wait.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./chromium.mjs').openChromium>> | Awaited<ReturnType<typeof import('./firefox.mjs').openFirefox>>} Harness */

/** @param {(how?: object) => Promise<any>} open */
export const runSuite = (open) => {
  /** @type {any} */
  let harness;
  /** @type {Awaited<ReturnType<typeof openSite>>} */
  let site;
  /** @type {import('puppeteer-core').Page} */
  let page;

  before(async () => {
    site = await openSite();
    harness = await open();
    page = await harness.open('about:blank');
  });
  after(async () => {
    await harness?.close();
    site?.close();
  });

  /** @param {string} name */
  const visit = async (name) => {
    await page.goto(site.url(name));
    await page.bringToFront();
  };

  /** Clicks the button and waits for the end. @param {string} [wanted] state @param {any} [on] harness @param {any} [from] page */
  const convert = async (wanted = 'done', on = harness, from = page) => {
    const popup = await on.clickToolbarButton(from);
    const state = await until('the end of the conversion', async () => {
      const now = await popup.state();
      return now === 'done' || now === 'failed' ? now : null;
    }, 120_000);
    assert.equal(state, wanted, `failure: ${await popup.failure()}`);
    return popup;
  };

  /** @param {any} popup @param {string} button @param {RegExp} said */
  const press = async (popup, button, said) => {
    await popup.click(button);
    await until(`the status after ${button}`, async () => said.test((await popup.text('#status')) ?? ''));
  };

  /** @param {any} popup the page as Markdown, by way of the clipboard */
  const copied = async (popup) => {
    await press(popup, '#copy', /Copied/);
    return harness.clipboard(popup.page ?? page);
  };

  test('toolbar button: the clipboard holds the golden Markdown, with front matter', async () => {
    await visit('article.html');
    const markdown = await copied(await convert());
    assert.match(markdown, /^---\ntitle: /);
    assertGolden(markdown, 'article.md');
  });

  test('popup: figure, five ticks and the reason; badge and front matter say the same', async () => {
    await visit('article.html');
    const popup = await convert();
    const figure = await popup.text('#score');
    assert.match(figure, /^[01]\.\d\d$/);
    assert.match(await popup.text('#qualityLabel'), /^Quality [01]\.\d\d$/);
    assert.equal(await popup.evaluate((/** @type {Window} */ view) => view.document.querySelectorAll('#factors li').length), 5);
    assert.ok((await popup.text('#reason')).length > 10);
    assert.match(await popup.text('#facts'), /Coverage\s*\d+%/);
    assert.equal(await harness.badge(), String(Math.round(Number(figure) * 100)));
    const markdown = await popup.text('#preview');
    assert.match(markdown, new RegExp(`^quality: ${(await popup.text('#qualityLabel')).replace('Quality ', '').replace(/0+$/, '').replace(/\.$/, '')}0*$`, 'm'));
  });

  test('copy as JSON: one object with Markdown and metadata, quality at metadata.quality', async () => {
    await visit('article.html');
    const popup = await convert();
    await press(popup, '#copyJson', /Copied/);
    const result = JSON.parse(await harness.clipboard(popup.page ?? page));
    assert.match(result.markdown, /The keeper of the north light/);
    assert.equal(result.metadata.title, 'The keeper of the north light');
    assert.equal(result.metadata.quality, result.quality.score);
    assert.deepEqual(Object.keys(result.quality.factors), ['length', 'ratio', 'semantic', 'heading', 'paragraphs']);
  });

  test('save to file: the file equals the golden and is named after the title', async () => {
    await visit('article.html');
    await press(await convert(), '#save', /Saved as/);
    assertGolden(fs.readFileSync(path.join(harness.downloads, 'The keeper of the north light.md'), 'utf8'), 'article.md');
  });

  test('shortcut: copies without the popup and confirms on the badge', async () => {
    await visit('article.html');
    await harness.pressShortcut(page);
    await until('the badge', async () => /^\d+$/.test(await harness.badge()));
    assertGolden(await harness.clipboard(page), 'article.md');
  });

  test('badge: goes when the tab goes elsewhere, and when a script does', async () => {
    await visit('article.html');
    await convert();
    await until('a figure', async () => /^\d+$/.test(await harness.badge()));
    await page.evaluate(() => history.pushState({}, '', '/another-view'));
    await until('an empty badge', async () => (await harness.badge()) === '');
    await visit('article.html');
    await convert();
    await until('a figure', async () => /^\d+$/.test(await harness.badge()));
    await visit('built.html');
    await until('an empty badge', async () => (await harness.badge()) === '');
  });

  test('badge: a page that is left in mid-work leaves none', async () => {
    await visit('dense.html?elements=20000');
    const popup = await harness.clickToolbarButton(page);
    const capturing = await until('the stage', () => popup.text('#stage'));
    await until('the next stage', async () => (await popup.text('#stage')) !== capturing);
    await page.evaluate(() => history.pushState({}, '', '/another-view'));
    await until('the end', async () => (await popup.state()) === 'done');
    assert.equal(await harness.badge(), '');
  });

  test('background: killed and woken, the badge stays, is cleared in time, and work goes on', async () => {
    await visit('article.html');
    const popup = await convert();
    const figure = await harness.badge();
    await popup.close();
    await harness.killBackground();
    assert.equal(await harness.badge(), figure);
    await page.evaluate(() => history.pushState({}, '', '/another-view'));
    await until('an empty badge', async () => (await harness.badge()) === '');
    await harness.killBackground();
    assert.match(await copied(await convert()), /The keeper of the north light/);
  });

  test('hidden text: what a class hides is absent, what can be opened is there', async () => {
    await visit('article.html');
    const markdown = await copied(await convert());
    assert.doesNotMatch(markdown, /hidden by a class|keeps its place but shows nothing/);
    assert.match(markdown, /A visible paragraph inside an invisible box/);
    assert.match(markdown, /The closed box holds a sentence/);
  });

  test('shadows and frames: open, closed and framed text is there, in place, and its hidden text is not', async () => {
    await visit('nested.html');
    const markdown = await copied(await convert());
    const order = ['begins in the open', 'open shadow holds', 'light child is shown', 'closed shadow holds', 'frame holds a sentence', 'ends in the open'];
    const places = order.map((words) => markdown.indexOf(words));
    assert.deepEqual(places, [...places].sort((a, b) => a - b), markdown);
    assert.ok(places[0] >= 0, markdown);
    assert.doesNotMatch(markdown, /A class hides|frame hides/);
  });

  test('hidden words: inside a visible line they are absent too', async () => {
    await visit('table.html');
    const markdown = await copied(await convert());
    assert.match(markdown, /Then check the anchor/);
    assert.doesNotMatch(markdown, /secretly/);
  });

  test('moved elements: hidden text stays out where parsing again would move elements', async () => {
    await visit('moved.html');
    const markdown = await copied(await convert());
    assert.match(markdown, /The rows of this table stand directly in it/);
    assert.doesNotMatch(markdown, /hidden row text/);
  });

  test('hostile names: fields that hide the browser’s own properties change nothing', async () => {
    await visit('hostile.html');
    const markdown = await copied(await convert());
    assert.match(markdown, /The last paragraph is reached all the same/);
    assert.doesNotMatch(markdown, /Nobody sees this/);
    const { source } = await harness.capture(page, { scope: 'page', visibleOnly: false });
    const slim = (await harness.capture(page, { scope: 'page', visibleOnly: true })).source;
    assert.match(slim.html, /A form whose fields are named.*The last paragraph is reached/s);
    assert.doesNotMatch(slim.html, /Nobody sees this/);
    await page.evaluate(() => {
      const inForm = /** @type {Element} */ (document.querySelector('#trap p'));
      const range = document.createRange();
      range.setStart(/** @type {Node} */ (inForm.firstChild), 2);
      range.setEndAfter(/** @type {Element} */ (document.querySelector('article > p:last-child')));
      window.getSelection()?.addRange(range);
    });
    const selected = (await harness.capture(page, { scope: 'selection', visibleOnly: false })).source;
    assert.match(selected.html, /<p>form whose fields are named.*The last paragraph is reached/s);
    assert.equal(source.title, 'Hostile names');
    assert.equal(source.stamps.elements, await page.evaluate(() => Document.prototype.getElementsByTagName.call(document, '*').length));
  });

  test('login: the reader’s own session is what counts', async () => {
    await visit('login');
    const markdown = await copied(await convert());
    assert.match(markdown, /shown to members who have logged in/);
  });

  test('script: a page built by a script is read as built', async () => {
    await visit('built.html');
    assert.match(await copied(await convert()), /the reader sees three paragraphs/);
  });

  test('large page: 20 MiB arrive whole, to the last sentence', async () => {
    await visit('large.html');
    const markdown = await copied(await convert());
    const paragraphs = await page.evaluate(() => document.querySelectorAll('p').length);
    assert.match(markdown.slice(-100), /This is where the large page ends\./);
    assert.equal(markdown.split('😀').length - 1, paragraphs * 40);
    assert.doesNotMatch(markdown, /\ufffd/);
  });

  test('large page: cancelling ends the work', async () => {
    await visit('large.html');
    const popup = await harness.clickToolbarButton(page);
    await until('the button', async () => (await popup.state()) === 'working');
    await popup.click('#cancel');
    await until('the end', async () => (await popup.state()) === 'failed');
    assert.equal(await popup.failure(), 'cancelled');
  });

  test('the page is only read: no change, no element made, nothing asked for, nothing heard', async () => {
    await visit('watched.html');
    await page.waitForFunction('window.before');
    await page.evaluate(() => {
      getSelection()?.setBaseAndExtent(/** @type {any} */ (document.getElementById('start')).firstChild, 4, /** @type {any} */ (document.getElementById('stop')).firstChild, 10);
    });
    await pause(300); // what loading and selecting cause by themselves
    await page.evaluate(() => Object.assign(/** @type {any} */ (window).noticed, { events: 0, requests: 0 }));
    await (await convert()).close();
    await harness.capture(page, { scope: 'selection', visibleOnly: false });
    await harness.capture(page, { scope: 'page', visibleOnly: true });
    const after_ = await page.evaluate(() => {
      const { noticed, before: text, constructedBefore } = /** @type {any} */ (window);
      return { ...noticed, constructed: noticed.constructed - constructedBefore, same: text === document.documentElement.outerHTML };
    });
    const { events, ...rest } = after_;
    assert.deepEqual(rest, { changes: 0, constructed: 0, requests: 0, same: true });
    assert.equal(events, 0);
  });

  test('selection: rows keep their table, parts of a list keep it, hidden words stay out', async () => {
    await visit('table.html');
    await (await convert()).close(); // grants the tab
    const select = (/** @type {string} */ from, /** @type {string} */ to) =>
      page.evaluate(
        (first, last) => {
          const range = document.createRange();
          range.setStartBefore(/** @type {Element} */ (document.querySelector(first)));
          range.setEndAfter(/** @type {Element} */ (document.querySelector(last)));
          getSelection()?.removeAllRanges();
          getSelection()?.addRange(range);
        },
        from,
        to,
      );
    await select('#tue', '#wed');
    let html = (await harness.capture(page, { scope: 'selection', visibleOnly: false })).source.html;
    assert.match(html.replace(/\s+/g, ''), /^<table><tbody><trid="tue">.*<\/tr><trid="wed">.*<\/tr><\/tbody><\/table>$/);
    assert.doesNotMatch(html, /Monday/);
    await select('#one', '#two');
    html = (await harness.capture(page, { scope: 'selection', visibleOnly: false })).source.html;
    assert.match(html.replace(/\s+/g, ' '), /^<ol> ?<li id="one">First <em>check<\/em> the lines\.<\/li> <li id="two">Then check the anchor\.<\/li> ?<\/ol>$/);
  });

  test('context menu: save page, copy selection', async (t) => {
    if (harness.name === 'chromium') return; // its menu is native: chromium-menu.test.mjs
    await t.test('save page writes the golden', async () => {
      fs.rmSync(harness.downloads, { recursive: true, force: true });
      await visit('article.html');
      await harness.clickMenu(page, 'Save page as Markdown');
      const file = path.join(harness.downloads, 'The keeper of the north light.md');
      await until('the file', () => fs.existsSync(file));
      await until('the figure', async () => /^\d+$/.test(await harness.badge()));
      assertGolden(fs.readFileSync(file, 'utf8'), 'article.md');
    });
    await t.test('copy selection takes every range', async () => {
      await visit('table.html');
      const at = await page.evaluate(() => {
        getSelection()?.removeAllRanges();
        for (const id of ['mon', 'wed']) {
          const range = document.createRange();
          range.selectNode(/** @type {Element} */ (document.getElementById(id)));
          getSelection()?.addRange(range);
        }
        const box = /** @type {Element} */ (document.querySelector('#mon td')).getBoundingClientRect();
        return { x: box.x + 5, y: box.y + 5 };
      });
      await harness.clickMenu(page, 'Copy selection as Markdown', at);
      await until('the figure', async () => /^\d+$/.test(await harness.badge()));
      const markdown = await harness.clipboard(page);
      assert.match(markdown, /Monday/);
      assert.match(markdown, /Wednesday/);
      assert.doesNotMatch(markdown, /Tuesday/);
    });
  });

  test('viewer: what the browser shows in place of XML is no page', async () => {
    const own = await harness.open(site.url('feed.xml'));
    const popup = await harness.clickToolbarButton(own);
    await until('the end', async () => (await popup.state()) === 'failed');
    assert.equal(await popup.failure(), 'page_viewer');
    await popup.close();
    await own.close();
  });

  test('blocked page: the browser’s own pages say so', async () => {
    const own = await harness.openBrowserPage();
    const popup = await harness.clickToolbarButton(own);
    await until('the end', async () => (await popup.state()) === 'failed');
    assert.equal(await popup.failure(), 'page_blocked');
    await popup.close();
    await own.close();
  });

  test('options: comments on, depth a number from 1 to 10, and the choice is kept', async () => {
    const options = await harness.openOptions();
    await options.waitForFunction('document.querySelector("[name=commentDepth]").value === "3"');
    const field = await options.$eval('[name=commentDepth]', (/** @type {any} */ el) => [el.type, el.min, el.max, el.value]);
    assert.deepEqual(field, ['number', '1', '10', '3']);
    const limit = await options.$eval('[name=commentLimit]', (/** @type {any} */ el) => [el.type, el.min, el.value]);
    assert.deepEqual(limit, ['number', '0', '0']);
    assert.equal(await options.$eval('[name=comments]', (/** @type {any} */ el) => el.checked), true);
    await options.evaluate(() => {
      const depth = /** @type {HTMLInputElement} */ (document.querySelector('[name=commentDepth]'));
      depth.value = '7';
      depth.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await until('the status', () => options.$eval('#status', (/** @type {any} */ el) => el.textContent));
    await options.close();
    const again = await harness.openOptions();
    await until('the kept depth', async () => (await again.$eval('[name=commentDepth]', (/** @type {any} */ el) => el.value)) === '7');
    await again.close();
  });

  test('popup: where there are comments, a number field says how deep they go', async () => {
    await harness.set({});
    try {
      await visit('article.html');
      assert.equal(await (await convert()).evaluate((/** @type {Window} */ view) => /** @type {HTMLElement} */ (view.document.querySelector('#depthRow')).hidden), true);
      await visit('discussed.html');
      const popup = await convert();
      assert.match(await popup.text('#facts'), /Comments\s*4 of 5/);
      assert.match(await popup.text('#losses'), /1 × reply beyond the chosen depth/);
      const field = await popup.evaluate((/** @type {Window} */ view) => {
        const { type, min, max, value } = /** @type {HTMLInputElement} */ (view.document.querySelector('#depth'));
        return [type, min, max, value];
      });
      assert.deepEqual(field, ['number', '1', '10', '3']);
      await popup.evaluate((/** @type {Window} */ view) => {
        const depth = /** @type {HTMLInputElement} */ (view.document.querySelector('#depth'));
        depth.value = '1';
        depth.dispatchEvent(new Event('change', { bubbles: true }));
      });
      await until('the comments', async () => /Comments\s*2 of 5/.test(await popup.text('#facts')));
      assert.doesNotMatch(await popup.text('#preview'), /Second level/);
    } finally {
      await harness.set({});
    }
  });

  test('site’s own Markdown: asked for only where the setting says so, and from the page’s own origin', async () => {
    await visit('offered.html');
    const before = site.markdownAsked();
    assert.doesNotMatch(await copied(await convert()), /^source: markdown$/m);
    assert.equal(site.markdownAsked(), before);
    await harness.set({ askOrigin: true });
    try {
      await visit('offered.html');
      const markdown = await copied(await convert());
      assert.match(markdown, /^source: markdown$/m);
      assert.match(markdown, /^title: Tides, as written$/m);
      assert.equal(site.markdownAsked(), before + 1);
      await visit('elsewhere.html');
      assert.doesNotMatch(await copied(await convert()), /^source: markdown$/m);
      assert.equal(site.markdownAsked(), before + 1);
    } finally {
      await harness.set({});
    }
  });

  test('copy on open: the setting fills the clipboard without a click', async () => {
    await visit('built.html');
    await harness.set({ copyOnOpen: true });
    try {
      const popup = await convert();
      await until('the status', async () => /Copied/.test((await popup.text('#status')) ?? ''));
      assert.match(await harness.clipboard(popup.page ?? page), /Built by a script/);
    } finally {
      await harness.set({ copyOnOpen: false });
    }
  });

  const context = {
    get harness() { return harness; },
    get site() { return site; },
    get page() { return page; },
    open, visit, convert, press,
  };
  memoryTests(context);
  summaryTests(context);
  hostTests(context);
};

/**
 * What the tests of one subject share; the browser is there once tests run.
 * @typedef {{ readonly harness: any, readonly site: Awaited<ReturnType<typeof openSite>>, readonly page: import('puppeteer-core').Page,
 *   open: (how?: object) => Promise<any>, visit: (name: string) => Promise<void>, convert: (wanted?: string, on?: any, from?: any) => Promise<any>,
 *   press: (popup: any, button: string, said: RegExp) => Promise<void> }} SuiteContext
 */
