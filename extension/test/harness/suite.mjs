/** The test suite that both browsers run. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { assertGolden } from './golden.mjs';
import { agentTests } from './suite-agents.mjs';
import { openSite } from './site.mjs';
import { hostTests } from './suite-host.mjs';
import { memoryTests } from './suite-memory.mjs';
import { saveTests } from './suite-save.mjs';
import { styleTests } from './suite-styles.mjs';
import { summaryTests } from './suite-summary.mjs';
import { withoutPopupTests } from './suite-without-popup.mjs';
import { until } from './wait.mjs';

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

  /** Clicks the toolbar button and waits for the end of the conversion. @param {string} [wanted] state @param {any} [on] harness @param {any} [from] page */
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

  /** Copies the page and returns the text on the clipboard. @param {any} popup */
  const copied = async (popup) => {
    await press(popup, '#copy', /Copied/);
    return harness.clipboard(popup.page ?? page);
  };

  const context = {
    get harness() { return harness; },
    get site() { return site; },
    get page() { return page; },
    open, visit, convert, press, copied,
  };

  test('toolbar button: the copied Markdown equals the golden file, with front matter', async () => {
    await visit('article.html');
    const markdown = await copied(await convert());
    assert.match(markdown, /^---\ntitle: /);
    assertGolden(markdown, 'article.md');
  });

  test('popup: shows score, five criteria and the reason; badge and front matter agree', async () => {
    await visit('article.html');
    const popup = await convert();
    const [, score] = /Confidence([01]\.\d\d) – /.exec(await popup.text('#facts')) ?? [];
    assert.ok(score, await popup.text('#facts'));
    assert.match(await popup.text('#qualityLabel'), /^Quality [01]\.\d\d$/);
    assert.equal(await popup.evaluate((/** @type {Window} */ view) => view.document.querySelectorAll('#factors li').length), 5);
    assert.ok((await popup.text('#reason')).length > 10);
    assert.match(await popup.text('#facts'), /Coverage\s*\d+%/);
    assert.equal(await harness.badge(), String(Math.round(Number(score) * 100)));
    const head = await popup.text('#frontmatter');
    assert.match(head, new RegExp(`^quality: ${(await popup.text('#qualityLabel')).replace('Quality ', '').replace(/0+$/, '').replace(/\.$/, '')}0*$`, 'm'));
  });

  test('popup: says in one sentence what the result holds, and shows the text without loading anything', async () => {
    await visit('article.html');
    const popup = await convert();
    assert.equal(await popup.text('#verdict'), 'Complete: 1 table, 1 code block, and 1 list.');
    assert.match(await popup.text('#text h2'), /^The keeper of the north light$/);
    const made = await popup.evaluate((/** @type {Window} */ view) => [...new Set([...view.document.querySelectorAll('#text *')].map((el) => el.localName))]);
    assert.ok(made.includes('table') && made.includes('pre') && made.includes('li'), made.join());
    assert.ok(!made.some((/** @type {string} */ name) => ['a', 'img', 'iframe', 'script', 'style'].includes(name)), made.join());
    await popup.click('#viewRaw');
    assert.match(await popup.text('#preview'), /^# The keeper of the north light\n/);
  });

  test('popup: a part is put back and taken out, also after the host has ended', async () => {
    await visit('article.html');
    const popup = await convert();
    const shownText = async () => (await popup.text('#text')) ?? '';
    assert.match(await shownText(), /Middle light/);
    const rows = () => popup.evaluate((/** @type {Window} */ view) => [...view.document.querySelectorAll('#pieceList li')].map((el) => el.textContent ?? ''));
    await popup.evaluate((/** @type {any} */ view) => {
      view.document.getElementById('pieces').open = true;
    });
    await until('the list', async () => (await rows()).length > 3);
    const toggle = async (/** @type {string} */ words) =>
      popup.evaluate((/** @type {any} */ view, /** @type {string} */ wanted) => {
        const row = [...view.document.querySelectorAll('#pieceList li')].find((el) => el.textContent.includes(wanted));
        row.querySelector('input').click();
        return row.querySelector('small').textContent;
      }, words);
    assert.equal(await toggle('Middle light'), 'table');
    await until('the text without the table', async () => !/Middle light/.test(await shownText()));
    for (const pid of harness.hosts()) process.kill(pid, 'SIGKILL');
    await toggle('Middle light');
    await until('the table', async () => /Middle light/.test(await shownText()));
    assert.match(await copied(popup), /Middle light \| 1904/);
  });

  test('popup: an edited text and title are what is copied', async () => {
    await visit('article.html');
    const popup = await convert();
    await popup.click('#viewEdit');
    await popup.evaluate((/** @type {any} */ view) => {
      const change = (/** @type {string} */ id, /** @type {string} */ value, /** @type {string} */ type) => {
        const field = view.document.getElementById(id);
        field.value = value;
        field.dispatchEvent(new view.Event(type, { bubbles: true }));
      };
      change('editor', '# The keeper of the north light\n\nOnly this sentence.\n', 'input');
      change('title', 'My title', 'change');
    });
    const markdown = await copied(popup);
    assert.match(markdown, /^---\ntitle: "My title"\n/);
    assert.match(markdown, /\n---\n\n# My title\n\nOnly this sentence\.\n$/);
  });

  test('popup: an error page, a part of a long list and a cookie notice are named', async () => {
    for (const [name, said] of /** @type {[string, RegExp][]} */ ([
      ['missing.html', /the site answered with status 404/],
      ['grid.html', /^Only a part: this page shows 22 of 2,000 rows\.$/],
      ['consent.html', /^The page shows only its cookie notice/],
    ])) {
      await visit(name);
      const popup = await harness.clickToolbarButton(page);
      await until('the end', async () => ['done', 'failed'].includes(await popup.state()));
      assert.match(await popup.text((await popup.state()) === 'done' ? '#verdict' : '#sentence'), said, name);
    }
  });

  test('popup: the selection is offered first; the whole page and other formats are choices', async () => {
    await visit('table.html');
    await page.evaluate(() => {
      const range = document.createRange();
      range.selectNode(/** @type {Element} */ (document.querySelector('#mon')));
      getSelection()?.addRange(range);
    });
    const popup = await convert();
    await popup.click('#convertOther');
    await until('the selection', async () => /^Your selection/.test(await popup.text('#verdict')));
    const markdown = await popup.text('#text');
    assert.match(markdown, /Monday/);
    assert.doesNotMatch(markdown, /Tuesday/);
    const choose = (/** @type {string} */ id, /** @type {string} */ value) =>
      popup.evaluate((/** @type {any} */ view, /** @type {string} */ name, /** @type {string} */ wanted) => {
        view.document.getElementById(name).value = wanted;
        view.document.getElementById(name).dispatchEvent(new view.Event('change', { bubbles: true }));
      }, id, value);
    await choose('scope', 'whole');
    await until('the whole page', async () => /Tuesday/.test(await popup.text('#text')));
    assert.match(await popup.text('#facts'), /Source\s*body/);
    await choose('format', 'html');
    await until('the button', async () => (await popup.text('#copy')) === 'Copy HTML');
    assert.match(await copied(popup), /^<h1>|<table>/);
  });

  test('copy as JSON: an object with Markdown and metadata, quality at metadata.quality', async () => {
    await visit('article.html');
    const popup = await convert();
    await press(popup, '#copyJson', /Copied/);
    const result = JSON.parse(await harness.clipboard(popup.page ?? page));
    assert.match(result.markdown, /The keeper of the north light/);
    assert.equal(result.metadata.title, 'The keeper of the north light');
    assert.equal(result.metadata.quality, result.quality.score);
    assert.deepEqual(Object.keys(result.quality.factors), ['length', 'ratio', 'semantic', 'heading', 'paragraphs']);
  });

  test('save as file: the file equals the golden file and is named after the title', async () => {
    await visit('article.html');
    await press(await convert(), '#save', /Saved as/);
    assertGolden(fs.readFileSync(path.join(harness.downloads, 'The keeper of the north light.md'), 'utf8'), 'article.md');
  });

  withoutPopupTests(context);

  test('background: after a restart the badge is kept, later cleared, and conversions work', async () => {
    await visit('article.html');
    const popup = await convert();
    const score = await harness.badge();
    await popup.close();
    await harness.killBackground();
    assert.equal(await harness.badge(), score);
    await page.evaluate(() => history.pushState({}, '', '/another-view'));
    await until('an empty badge', async () => (await harness.badge()) === '');
    await harness.killBackground();
    assert.match(await copied(await convert()), /The keeper of the north light/);
  });

  test('hidden text: elements hidden by a class are left out, closed details are kept', async () => {
    await visit('article.html');
    const markdown = await copied(await convert());
    assert.doesNotMatch(markdown, /hidden by a class|keeps its place but shows nothing/);
    assert.match(markdown, /A visible paragraph inside an invisible box/);
    assert.match(markdown, /The closed box holds a sentence/);
  });

  test('shadow roots and frames: visible text of open and closed roots and of frames is kept in order, hidden text is not', async () => {
    await visit('nested.html');
    const markdown = await copied(await convert());
    const order = ['begins in the open', 'open shadow holds', 'light child is shown', 'closed shadow holds', 'frame holds a sentence', 'ends in the open'];
    const places = order.map((words) => markdown.indexOf(words));
    assert.deepEqual(places, [...places].sort((a, b) => a - b), markdown);
    assert.ok(places[0] >= 0, markdown);
    assert.doesNotMatch(markdown, /A class hides|frame hides/);
  });

  test('hidden text: hidden words within a visible line are left out', async () => {
    await visit('table.html');
    const markdown = await copied(await convert());
    assert.match(markdown, /Then check the anchor/);
    assert.doesNotMatch(markdown, /secretly/);
  });

  test('moved elements: hidden text is left out although parsing moves elements', async () => {
    await visit('moved.html');
    const markdown = await copied(await convert());
    assert.match(markdown, /The rows of this table stand directly in it/);
    assert.doesNotMatch(markdown, /hidden row text/);
  });

  test('DOM clobbering: form fields named like DOM properties do not change the capture', async () => {
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

  test('login: the page is captured as the logged-in reader sees it', async () => {
    await visit('login');
    const markdown = await copied(await convert());
    assert.match(markdown, /shown to members who have logged in/);
  });

  test('script: a page built by a script is captured as rendered', async () => {
    await visit('built.html');
    assert.match(await copied(await convert()), /the reader sees three paragraphs/);
  });

  test('large page: 20 MiB are transferred completely', async () => {
    await visit('large.html');
    const markdown = await copied(await convert());
    const paragraphs = await page.evaluate(() => document.querySelectorAll('p').length);
    assert.match(markdown.slice(-100), /This is where the large page ends\./);
    assert.equal(markdown.split('😀').length - 1, paragraphs * 40);
    assert.doesNotMatch(markdown, /\ufffd/);
  });

  test('large page: cancelling stops the conversion', async () => {
    await visit('large.html');
    const popup = await harness.clickToolbarButton(page);
    await until('the button', async () => (await popup.state()) === 'working');
    await popup.click('#cancel');
    await until('the end', async () => (await popup.state()) === 'failed');
    assert.equal(await popup.failure(), 'cancelled');
  });

  test('capture: causes no mutations, no elements, no requests and no events in the page', async () => {
    await visit('watched.html');
    await page.waitForFunction('window.before');
    await page.evaluate(async () => {
      const selected = new Promise((resolve) => document.addEventListener('selectionchange', resolve, { once: true }));
      getSelection()?.setBaseAndExtent(/** @type {any} */ (document.getElementById('start')).firstChild, 4, /** @type {any} */ (document.getElementById('stop')).firstChild, 10);
      await selected;
      // Events and requests that loading and selecting cause come before an idle period.
      for (let n = 0; n < 3; n++) await new Promise((resolve) => requestIdleCallback(resolve));
      Object.assign(/** @type {any} */ (window).noticed, { events: 0, requests: 0 });
    });
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

  test('selection: rows keep their table, items keep their list, hidden words are left out', async () => {
    await visit('table.html');
    await (await convert()).close(); // grants access to the tab
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

  test('viewer: the browser’s XML viewer is not converted', async () => {
    const own = await harness.open(site.url('feed.xml'));
    const popup = await harness.clickToolbarButton(own);
    await until('the end', async () => (await popup.state()) === 'failed');
    assert.equal(await popup.failure(), 'page_viewer');
    await popup.close();
    await own.close();
  });

  test('blocked page: the popup says that browser pages cannot be read', async () => {
    const own = await harness.openBrowserPage();
    const popup = await harness.clickToolbarButton(own);
    await until('the end', async () => (await popup.state()) === 'failed');
    assert.equal(await popup.failure(), 'page_blocked');
    await popup.close();
    await own.close();
  });

  test('options: comments are on by default, the depth is a number from 1 to 10, and changes are stored', async () => {
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
    await until('the stored depth', async () => (await again.$eval('[name=commentDepth]', (/** @type {any} */ el) => el.value)) === '7');
    await again.close();
  });

  test('popup: a page with comments has a number field for their depth', async () => {
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
      assert.doesNotMatch(await popup.text('#text'), /Second level/);
    } finally {
      await harness.set({});
    }
  });

  test('site’s own Markdown: requested only if the setting allows it, and only from the page’s origin', async () => {
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

  test('copy on open: copies without a click', async () => {
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

  memoryTests(context);
  saveTests(context);
  summaryTests(context);
  hostTests(context);
  styleTests(context);
  agentTests(context);
};

/**
 * Shared by the test files of one subject; harness, site and page are set before the tests run.
 * @typedef {{ readonly harness: any, readonly site: Awaited<ReturnType<typeof openSite>>, readonly page: import('puppeteer-core').Page,
 *   open: (how?: object) => Promise<any>, visit: (name: string) => Promise<void>, convert: (wanted?: string, on?: any, from?: any) => Promise<any>,
 *   press: (popup: any, button: string, said: RegExp) => Promise<void>, copied: (popup: any) => Promise<string> }} SuiteContext
 */
