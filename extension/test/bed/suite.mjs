/**
 * What a reader may rely on, in either browser. Each browser's test file opens
 * it and hands it here, so that both keep the same promises.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { assertGolden } from './golden.mjs';
import { nameModel, openModel } from './model.mjs';
import { realHost } from './registration.mjs';
import { openSite } from './site.mjs';
import { pause, until } from './wait.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./chromium.mjs').openChromium>> | Awaited<ReturnType<typeof import('./firefox.mjs').openFirefox>>} Bed */

/** @param {(how?: object) => Promise<any>} open */
export const runSuite = (open) => {
  /** @type {any} */
  let bed;
  /** @type {Awaited<ReturnType<typeof openSite>>} */
  let site;
  /** @type {import('puppeteer-core').Page} */
  let page;

  before(async () => {
    site = await openSite();
    bed = await open();
    page = await bed.open('about:blank');
  });
  after(async () => {
    await bed?.close();
    site?.close();
  });

  /** @param {string} name */
  const visit = async (name) => {
    await page.goto(site.url(name));
    await page.bringToFront();
  };

  /** Clicks the button and waits for the end. @param {string} [wanted] state @param {any} [on] bed @param {any} [from] page */
  const convert = async (wanted = 'done', on = bed, from = page) => {
    const popup = await on.clickToolbar(from);
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
    return bed.clipboard(popup.page ?? page);
  };

  test('A9_toolbar button: the clipboard holds the golden Markdown, with front matter', async () => {
    await visit('article.html');
    const markdown = await copied(await convert());
    assert.match(markdown, /^---\ntitle: /);
    assertGolden(markdown, 'article.md');
  });

  test('A27_A28_A29_popup: figure, five ticks and the reason; badge and front matter say the same', async () => {
    await visit('article.html');
    const popup = await convert();
    const figure = await popup.text('#figure');
    assert.match(figure, /^[01]\.\d\d$/);
    assert.match(await popup.text('#qualityLabel'), /^Quality [01]\.\d\d$/);
    assert.equal(await popup.evaluate((/** @type {Window} */ view) => view.document.querySelectorAll('#factors li').length), 5);
    assert.ok((await popup.text('#reason')).length > 10);
    assert.match(await popup.text('#facts'), /Coverage\s*\d+%/);
    assert.equal(await bed.badge(), String(Math.round(Number(figure) * 100)));
    const markdown = await popup.text('#preview');
    assert.match(markdown, new RegExp(`^quality: ${(await popup.text('#qualityLabel')).replace('Quality ', '').replace(/0+$/, '').replace(/\.$/, '')}0*$`, 'm'));
  });

  test('A10_A28_copy as JSON: one object with Markdown and metadata, quality at metadata.quality', async () => {
    await visit('article.html');
    const popup = await convert();
    await press(popup, '#copyJson', /Copied/);
    const result = JSON.parse(await bed.clipboard(popup.page ?? page));
    assert.match(result.markdown, /The keeper of the north light/);
    assert.equal(result.metadata.title, 'The keeper of the north light');
    assert.equal(result.metadata.quality, result.quality.score);
    assert.deepEqual(Object.keys(result.quality.factors), ['length', 'ratio', 'semantic', 'heading', 'paragraphs']);
  });

  test('save to file: the file equals the golden and is named after the title', async () => {
    await visit('article.html');
    await press(await convert(), '#save', /Saved as/);
    assertGolden(fs.readFileSync(path.join(bed.downloads, 'The keeper of the north light.md'), 'utf8'), 'article.md');
  });

  test('A9_shortcut: copies without the popup and confirms on the badge', async () => {
    await visit('article.html');
    await bed.pressShortcut(page);
    await until('the badge', async () => /^\d+$/.test(await bed.badge()));
    assertGolden(await bed.clipboard(page), 'article.md');
  });

  test('badge: goes when the tab goes elsewhere, and when a script does', async () => {
    await visit('article.html');
    await convert();
    await until('a figure', async () => /^\d+$/.test(await bed.badge()));
    await page.evaluate(() => history.pushState({}, '', '/another-view'));
    await until('an empty badge', async () => (await bed.badge()) === '');
    await visit('article.html');
    await convert();
    await until('a figure', async () => /^\d+$/.test(await bed.badge()));
    await visit('built.html');
    await until('an empty badge', async () => (await bed.badge()) === '');
  });

  test('badge: a page that is left in mid-work leaves none', async () => {
    await visit('dense.html?elements=20000');
    const popup = await bed.clickToolbar(page);
    const capturing = await until('the stage', () => popup.text('#stage'));
    await until('the next stage', async () => (await popup.text('#stage')) !== capturing);
    await page.evaluate(() => history.pushState({}, '', '/another-view'));
    await until('the end', async () => (await popup.state()) === 'done');
    assert.equal(await bed.badge(), '');
  });

  test('background: killed and woken, the badge stays, is cleared in time, and work goes on', async () => {
    await visit('article.html');
    const popup = await convert();
    const figure = await bed.badge();
    await popup.close();
    await bed.killBackground();
    assert.equal(await bed.badge(), figure);
    await page.evaluate(() => history.pushState({}, '', '/another-view'));
    await until('an empty badge', async () => (await bed.badge()) === '');
    await bed.killBackground();
    assert.match(await copied(await convert()), /The keeper of the north light/);
  });

  test('B11_hidden text: what a class hides is absent, what can be opened is there', async () => {
    await visit('article.html');
    const markdown = await copied(await convert());
    assert.doesNotMatch(markdown, /hidden by a class|keeps its place but shows nothing/);
    assert.match(markdown, /A visible paragraph inside an invisible box/);
    assert.match(markdown, /The closed box holds a sentence/);
  });

  test('B11_shadows and frames: open, closed and framed text is there, in place, and its hidden text is not', async () => {
    await visit('nested.html');
    const markdown = await copied(await convert());
    const order = ['begins in the open', 'open shadow holds', 'light child is shown', 'closed shadow holds', 'frame holds a sentence', 'ends in the open'];
    const places = order.map((words) => markdown.indexOf(words));
    assert.deepEqual(places, [...places].sort((a, b) => a - b), markdown);
    assert.ok(places[0] >= 0, markdown);
    assert.doesNotMatch(markdown, /A class hides|frame hides/);
  });

  test('B11_hidden words: inside a visible line they are absent too', async () => {
    await visit('table.html');
    const markdown = await copied(await convert());
    assert.match(markdown, /Then check the anchor/);
    assert.doesNotMatch(markdown, /secretly/);
  });

  test('B11_moved elements: hidden text stays out where parsing again would move elements', async () => {
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
    const { source } = await bed.convertAgain(page, { what: 'page', slim: false });
    const slim = (await bed.convertAgain(page, { what: 'page', slim: true })).source;
    assert.match(slim.html, /A form whose fields are named.*The last paragraph is reached/s);
    assert.doesNotMatch(slim.html, /Nobody sees this/);
    await page.evaluate(() => {
      const inForm = /** @type {Element} */ (document.querySelector('#trap p'));
      const range = document.createRange();
      range.setStart(/** @type {Node} */ (inForm.firstChild), 2);
      range.setEndAfter(/** @type {Element} */ (document.querySelector('article > p:last-child')));
      window.getSelection()?.addRange(range);
    });
    const selected = (await bed.convertAgain(page, { what: 'selection', slim: false })).source;
    assert.match(selected.html, /<p>form whose fields are named.*The last paragraph is reached/s);
    assert.equal(source.title, 'Hostile names');
    assert.equal(source.stamps.elements, await page.evaluate(() => Document.prototype.getElementsByTagName.call(document, '*').length));
  });

  test('A30_privacy: a conversion leaves figures and the host name, no title, text, path or query', async () => {
    await page.goto(`${site.url('article.html')}?canary=query`);
    await page.bringToFront();
    await (await convert()).close();
    const folder = path.join(bed.home, '.local/share/pulltab');
    const stored = () => fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'latin1')).join('');
    await until('the row', () => fs.existsSync(folder) && /127\.0\.0\.1/.test(stored()));
    assert.doesNotMatch(stored(), /canary|article\.html|keeper|north light|Mara Lind/i);
  });

  test('A30_private window: with everything allowed, not even the host name reaches the disk', async () => {
    const own = await open({ privateWindows: true });
    try {
      const at = (/** @type {string} */ name) => site.url('article.html').replace('127.0.0.1', `${name}.localhost`);
      const stored = () =>
        fs.readdirSync(own.home, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => {
            try {
              return name + fs.readFileSync(path.join(parentPath, name), 'latin1');
            } catch {
              return ''; // a file of the browser that went away
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
      // What is converted later in an ordinary window is there: the host had time to write.
      await ordinary.bringToFront();
      await press(await convert('done', own, ordinary), '#copy', /Copied/);
      await until('the ordinary page', () => /ordinary\.localhost/.test(stored()));
      const { rows, clips } = await options.evaluate(async () => {
        const { send } = await import(/** @type {any} */ ('/messages.js'));
        return send('memory', {});
      });
      assert.deepEqual([rows, clips], [1, 1]);
      assert.doesNotMatch(stored(), /private\.localhost/);
    } finally {
      await own.close();
    }
  });

  test('A32_A33_A35_dashboard: figures of what was converted, as charts, tables and files; forgetting wipes them', async () => {
    await visit('article.html');
    await convert();
    const dashboard = await bed.openDashboard();
    await until('the figures', () => dashboard.evaluate(() => document.body.dataset.state === 'shown'));
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
    await until('an empty log', async () => /No conversion yet/.test((await dashboard.$eval('#status', (/** @type {any} */ el) => el.textContent)) ?? ''));
    await dashboard.close();
  });

  test('C15_page memory: off by default; once allowed, a copied page is kept, found again, and its change is seen', async () => {
    await visit('article.html');
    await press(await convert(), '#copy', /Copied/);
    const dashboard = await bed.openDashboard();
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
    await bed.pressShortcut(page);
    await until('the badge’s note', async () => /^Copied\nSaved on .*, unchanged since\.\n/.test(await bed.badgeTitle()));
    await visit('article.html');
    await page.evaluate(() => document.querySelectorAll('p')[1].append('One more sentence, added later.'));
    const again = await convert();
    await until('the change', async () => /^Saved on .*, changed since – changed: 1/.test((await again.text('#saved')) ?? ''));
    await again.click('#saved summary');
    await until('what changed', async () => /One more sentence, added later\./.test((await again.text('#saved ins')) ?? ''));
    await press(again, '#copy', /Copied/);
    await until('the note', async () => /^Saved\. Since .* – changed: 1/.test((await again.text('#saved summary')) ?? ''));
    const [newest] = await ask('search', { words: 'keeper light' });
    assert.equal(newest.edition, 2);
    assert.match((await ask('clip', { clip: newest.clip })).diff[0].added[0], /One more sentence, added later\.$/);
    const shown = await bed.openDashboard();
    await until('the pages', () => shown.evaluate(() => document.querySelector('#clips button') !== null));
    await shown.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('#clips button')).click());
    await until('the editions', async () => /changed: 1/.test((await shown.$eval('#clips summary', (/** @type {any} */ el) => el.textContent)) ?? ''));
    await shown.close();
    await visit('article.html');
    await bed.pressShortcut(page);
    await until('the badge’s note', async () => /^Copied\nSaved on .*, changed since\.\n/.test(await bed.badgeTitle()));
    const replayed = execFileSync(realHost, ['replay'], { encoding: 'utf8', env: { ...process.env, HOME: bed.home } });
    assert.equal(replayed, '3 pages: 0 better, 0 worse, 0 changed, 3 the same\n');
    await ask('memory', { set: { pages: false, captures: false } });
    await ask('forget', { all: true });
    assert.deepEqual(await ask('search', { words: '' }), []);
    await dashboard.close();
  });

  test('A35_options: the page shows what is stored, says yes to page memory, and wipes it all with one button', async () => {
    const options = await bed.openOptions();
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

  test('report: a page that came out badly lies in a folder with other words, and nothing of it was kept', async () => {
    await page.goto(`${site.url('article.html')}?canary=query`);
    await page.bringToFront();
    const popup = await convert();
    await popup.click('#report');
    const folder = await until('the folder', () => popup.text('#reported code'));
    assert.equal(path.dirname(folder), path.join(bed.home, '.local/share/pulltab/reports'));
    assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
    const reported = fs.readFileSync(path.join(folder, 'page.html'), 'utf8');
    assert.match(reported, /<article>\s*<h1>[A-Z][a-z]{2} [a-z]{6} [a-z]{2} [a-z]{3} [a-z]{5} [a-z]{5}<\/h1>/);
    const { page: before, redacted } = JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8'));
    assert.ok(before.quality > 0.5 && redacted.quality > 0.5, JSON.stringify([before, redacted]));
    for (const text of [reported, JSON.stringify([before, redacted])]) assert.doesNotMatch(text, /canary|127\.0\.0\.1|keeper|Mara|notebook/i);
  });

  test('login: the reader’s own session is what counts', async () => {
    await visit('login');
    const markdown = await copied(await convert());
    assert.match(markdown, /shown to members who have logged in/);
  });

  test('C3_script: a page built by a script is read as built', async () => {
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
    const popup = await bed.clickToolbar(page);
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
    await bed.convertAgain(page, { what: 'selection', slim: false });
    await bed.convertAgain(page, { what: 'page', slim: true });
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
    let html = (await bed.convertAgain(page, { what: 'selection', slim: false })).source.html;
    assert.match(html.replace(/\s+/g, ''), /^<table><tbody><trid="tue">.*<\/tr><trid="wed">.*<\/tr><\/tbody><\/table>$/);
    assert.doesNotMatch(html, /Monday/);
    await select('#one', '#two');
    html = (await bed.convertAgain(page, { what: 'selection', slim: false })).source.html;
    assert.match(html.replace(/\s+/g, ' '), /^<ol> ?<li id="one">First <em>check<\/em> the lines\.<\/li> <li id="two">Then check the anchor\.<\/li> ?<\/ol>$/);
  });

  test('context menu: save page, copy selection', async (t) => {
    if (bed.name === 'chromium') return; // its menu is native: chromium-menu.test.mjs
    await t.test('save page writes the golden', async () => {
      fs.rmSync(bed.downloads, { recursive: true, force: true });
      await visit('article.html');
      await bed.clickMenu(page, 'Save page as Markdown');
      const file = path.join(bed.downloads, 'The keeper of the north light.md');
      await until('the file', () => fs.existsSync(file));
      await until('the figure', async () => /^\d+$/.test(await bed.badge()));
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
      await bed.clickMenu(page, 'Copy selection as Markdown', at);
      await until('the figure', async () => /^\d+$/.test(await bed.badge()));
      const markdown = await bed.clipboard(page);
      assert.match(markdown, /Monday/);
      assert.match(markdown, /Wednesday/);
      assert.doesNotMatch(markdown, /Tuesday/);
    });
  });

  test('viewer: what the browser shows in place of XML is no page', async () => {
    const own = await bed.open(site.url('feed.xml'));
    const popup = await bed.clickToolbar(own);
    await until('the end', async () => (await popup.state()) === 'failed');
    assert.equal(await popup.failure(), 'page_viewer');
    await popup.close();
    await own.close();
  });

  test('blocked page: the browser’s own pages say so', async () => {
    const own = await bed.openOwnPage();
    const popup = await bed.clickToolbar(own);
    await until('the end', async () => (await popup.state()) === 'failed');
    assert.equal(await popup.failure(), 'page_blocked');
    await popup.close();
    await own.close();
  });

  test('A3_A4_options: comments on, depth a number from 1 to 10, and the choice is kept', async () => {
    const options = await bed.openOptions();
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
    const again = await bed.openOptions();
    await until('the kept depth', async () => (await again.$eval('[name=commentDepth]', (/** @type {any} */ el) => el.value)) === '7');
    await again.close();
  });

  test('A3_popup: where there are comments, a number field says how deep they go', async () => {
    await bed.set({});
    try {
      await visit('article.html');
      assert.equal(await (await convert()).evaluate((/** @type {Window} */ view) => /** @type {HTMLElement} */ (view.document.querySelector('#depthRow')).hidden), true);
      await visit('discussed.html');
      const popup = await convert();
      assert.match(await popup.text('#facts'), /Comments\s*4 of 5/);
      assert.match(await popup.text('#losses'), /1 × reply deeper than chosen/);
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
      await bed.set({});
    }
  });

  test('A26_site’s own Markdown: asked for only where the setting says so, and from the page’s own origin', async () => {
    await visit('offered.html');
    const before = site.markdownAsked();
    assert.doesNotMatch(await copied(await convert()), /^source: markdown$/m);
    assert.equal(site.markdownAsked(), before);
    await bed.set({ askOrigin: true });
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
      await bed.set({});
    }
  });

  test('copy on open: the setting fills the clipboard without a click', async () => {
    await visit('built.html');
    await bed.set({ copyOnOpen: true });
    try {
      const popup = await convert();
      await until('the status', async () => /Copied/.test((await popup.text('#status')) ?? ''));
      assert.match(await bed.clipboard(popup.page ?? page), /Built by a script/);
    } finally {
      await bed.set({ copyOnOpen: false });
    }
  });

  /** @param {any} popup @param {string} state of the summary */
  const summaryIs = (popup, state) =>
    until(`a summary ${state}`, async () => (await popup.evaluate((/** @type {Window} */ view) => view.document.body.dataset.summary)) === state);

  test('C18_summary: streams from the model that is named, is checked, and stays text', async () => {
    const model = await openModel('Mara Lind has lived there for twelve years. See ![x](https://evil.example/a.png) <img src=x>.');
    try {
      nameModel(bed.home, { baseUrl: model.baseUrl, model: 'test-model' });
      await visit('article.html');
      const popup = await convert();
      await popup.click('#summarize');
      await until('the first words', async () => /^Mara Lind/.test(await popup.text('#summary')));
      await summaryIs(popup, 'there');
      assert.match(await popup.text('#summary p'), /^Mara Lind has lived there for twelve years\.\d.* !\[x\]\(https/);
      assert.equal(await popup.text('#summary mark'), 'twelve');
      assert.match(await popup.text('#summary ol'), /For eleven years Mara Lind/);
      assert.match(await popup.text('#summaryNote'), /test-model at http:\/\/127\.0\.0\.1/);
      assert.equal(await popup.evaluate((/** @type {Window} */ view) => view.document.querySelectorAll('#summary :is(a, img)').length), 0);
      assert.equal(model.asked.length, 1);
      const { messages, temperature } = model.asked[0];
      assert.equal(temperature, 0.2);
      assert.match(messages[1].content, /^Title: The keeper of the north light\n<page>\n(?!---)/);
    } finally {
      model.close();
      nameModel(bed.home);
    }
  });

  test('C22_summary: nothing is sent before the reader has seen where it goes, and agreed', async () => {
    nameModel(bed.home, { baseUrl: 'https://models.invalid/v1', model: 'far-model' });
    try {
      await visit('article.html');
      const popup = await convert();
      await popup.click('#summarize');
      await summaryIs(popup, 'asking');
      assert.match(await popup.text('#summaryNote'), /would leave your computer for https:\/\/models\.invalid \(model far-model\)/);
      assert.equal(await popup.text('#summaryAgree'), 'Send to models.invalid');
      await popup.click('#summaryStop');
      await summaryIs(popup, 'offered');
      await popup.click('#summarize');
      await summaryIs(popup, 'asking');
      await popup.click('#summaryAgree');
      await until('the failure', async () => /does not answer/.test(await popup.text('#summaryNote')));
    } finally {
      nameModel(bed.home);
    }
  });

  test('C18_summary: without a model the popup says how to name one', async () => {
    await visit('article.html');
    const popup = await convert();
    await popup.click('#summarize');
    await until('the note', async () => /pulltab summarize --help/.test(await popup.text('#summaryNote')));
  });

  test('question: the popup shows the sections that answer it', async () => {
    await visit('article.html');
    const popup = await convert();
    await popup.evaluate((/** @type {any} */ view) => {
      view.document.querySelector('#question').value = 'When was the middle light built?';
      view.document.querySelector('#query').requestSubmit();
    });
    await summaryIs(popup, 'there');
    assert.match(await popup.text('#summary'), /Middle light \| 1904/);
    assert.match(await popup.text('#summaryNote'), /answer it/);
  });

  test('host killed in mid-request: once it is started again, twice it is reported', async () => {
    await visit('large.html');
    /** Kills hosts, at most so many, while the popup waits. */
    const hunt = async (/** @type {number} */ most) => {
      const popup = await bed.clickToolbar(page);
      const seen = new Map();
      const killed = new Set();
      while (!['done', 'failed'].includes(await popup.state())) {
        for (const pid of bed.hosts()) {
          if (!seen.has(pid)) seen.set(pid, Date.now());
          const greeted = Date.now() - seen.get(pid) > 500; // a host that dies sooner never started
          if (!greeted || killed.has(pid) || killed.size >= most) continue;
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
        await pause(20);
      }
      assert.ok(killed.size > 0);
      return popup;
    };
    let popup = await hunt(1);
    assert.equal(await popup.state(), 'done');
    popup = await hunt(10);
    assert.equal(await popup.failure(), 'host_stopped');
  });

  const missing = { chromium: 'host_missing', firefox: 'host_missing_or_forbidden' };
  const forbidden = { chromium: 'host_forbidden', firefox: 'host_missing_or_forbidden' };
  const any = (/** @type {string} */ name) => ({ chromium: name, firefox: name });
  for (const [kind, wanted] of /** @type {[string, Record<string, string>][]} */ ([
    ['missing', missing],
    ['forbidden', forbidden],
    ['not-executable', any('host_broken')],
    ['garbage', { chromium: 'host_broken', firefox: 'host_garbage' }],
    ['silent', any('host_silent')],
    ['exiting', any('host_broken')],
  ])) {
    test(`host ${kind}: one state with a sentence and an action`, async () => {
      bed.register(kind);
      try {
        await bed.killBackground(); // closes the port to the host that still works
        await visit('article.html');
        const popup = await convert('failed');
        assert.equal(await popup.failure(), wanted[bed.name]);
        assert.ok((await popup.text('#sentence')).length > 20);
        assert.ok((await popup.text('#action')).length > 3);
      } finally {
        bed.register('real');
        await bed.killBackground();
      }
    });
  }
};
