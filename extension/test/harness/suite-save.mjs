/** Tests of notes in the reader's folders. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from './registration.mjs';
import { until } from './wait.mjs';

/** @param {import('./suite.mjs').SuiteContext} context */
export const saveTests = (context) => {
  const { visit, convert, press } = context;

  const folder = () => path.join(context.harness.home, 'Notes');
  const note = () => path.join(folder(), 'The keeper of the north light.md');
  /** @param {string} yaml */
  const configure = (yaml) => {
    const settings = path.join(context.harness.home, '.config/pulltab');
    fs.mkdirSync(settings, { recursive: true });
    fs.writeFileSync(path.join(settings, 'config.yaml'), yaml, { mode: 0o600 });
  };
  const twoFolders = 'targets:\n  vault:\n    folder: ~/Notes\n    exists: update\n  journal:\n    folder: ~/Journal\n';
  /** @param {any} popup */
  const menu = async (popup) => {
    await until('the folders', () => popup.evaluate((/** @type {Window} */ view) => !(/** @type {HTMLElement} */ (view.document.getElementById('targets')).hidden)));
    return popup;
  };

  test('save to a folder: hidden without settings; a note is written and updated, and the reader’s lines stay', async () => {
    await visit('article.html');
    const first = await convert();
    assert.equal(await first.evaluate((/** @type {Window} */ view) => /** @type {HTMLElement} */ (view.document.getElementById('targets')).hidden), true);
    fs.mkdirSync(folder(), { recursive: true });
    configure(twoFolders);
    await visit('article.html');
    await press(await menu(await convert()), '#saveTo', /^Saved to vault: The keeper of the north light\.md$/);
    const written = fs.readFileSync(note(), 'utf8');
    assert.match(written, /^---\ntitle: /);
    assert.match(written, /\n<!-- pulltab: updates replace the text above, notes below stay .*-->\n$/);
    const mine = 'My own line.\r\n- [ ] é 🌊\n';
    fs.writeFileSync(note(), written.replace('---\n', '---\nrating: 5 # mine\n') + mine);
    await visit('article.html');
    await context.page.evaluate(() => document.querySelectorAll('p')[1].append('One more sentence, added later.'));
    await press(await menu(await convert()), '#saveTo', /^Updated in vault: /);
    const updated = fs.readFileSync(note(), 'utf8');
    assert.ok(updated.endsWith(` -->\n${mine}`), updated.slice(-300));
    assert.match(updated, /^---\nrating: 5 # mine\n/);
    assert.match(updated, /One more sentence, added later\./);
    assert.deepEqual(fs.readdirSync(folder()).filter((name) => !name.startsWith('.')), ['The keeper of the north light.md']);
  });

  test('save to a folder: the last folder of a site is chosen; a missing one is named', async () => {
    await visit('article.html');
    const popup = await menu(await convert());
    const choose = (/** @type {any} */ view) => {
      const field = view.document.getElementById('target');
      const before = field.value;
      field.value = 'journal';
      field.dispatchEvent(new view.Event('change', { bubbles: true }));
      return before;
    };
    assert.equal(await popup.evaluate(choose), 'vault');
    await press(popup, '#saveTo', /^The folder does not exist\./);
    fs.mkdirSync(path.join(context.harness.home, 'Journal'));
    await press(popup, '#saveTo', /^Saved to journal: /);
    await visit('table.html');
    assert.equal(await (await menu(await convert())).evaluate((/** @type {any} */ view) => view.document.getElementById('target').value), 'journal');
  });

  test('save to a folder: a host that is killed meanwhile leaves one whole note', async () => {
    configure('targets:\n  kept:\n    folder: ~/Kept\n');
    const kept = path.join(context.harness.home, 'Kept');
    fs.mkdirSync(kept);
    await visit('article.html');
    const popup = await menu(await convert());
    for (const pid of context.harness.hosts()) process.kill(pid, 'SIGKILL');
    await press(popup, '#saveTo', /^Saved to kept: /);
    assert.deepEqual(fs.readdirSync(kept), ['The keeper of the north light.md']);
    assert.match(fs.readFileSync(path.join(kept, 'The keeper of the north light.md'), 'utf8'), /sleeps until the fog has gone\.\n$/);
  });

  test('save to a folder: pictures are stored beside the note; one that the page may not read keeps its address', async () => {
    configure('targets:\n  album:\n    folder: ~/Album\n    pictures: beside\ntemplates: {}\n');
    const album = path.join(context.harness.home, 'Album');
    fs.mkdirSync(album);
    await visit('article.html');
    const elsewhere = context.site.url('picture.png').replace('127.0.0.1', 'localhost');
    await context.page.evaluate(async (/** @type {string[]} */ ...addresses) => {
      const figures = addresses.map((src) => {
        const figure = document.createElement('figure');
        const picture = Object.assign(new Image(640, 400), { src, alt: `Chart ${src.length}` });
        const caption = document.createElement('figcaption');
        caption.textContent = 'The depth of the harbour at the north light, by month.';
        figure.append(picture, caption);
        return figure;
      });
      document.querySelectorAll('article p')[1].after(...figures);
      await Promise.all(figures.map((figure) => /** @type {HTMLImageElement} */ (figure.firstChild).decode()));
    }, context.site.url('picture.png'), elsewhere);
    const popup = await menu(await convert());
    await press(popup, '#saveTo', /^Saved to album: .*\.md · 1 of 2 pictures stored\.$/);
    const text = fs.readFileSync(path.join(album, 'The keeper of the north light.md'), 'utf8');
    const [, stored = ''] = /!\[[^\]]*\]\((assets\/[0-9a-f]{32}\.png)\)/.exec(text) ?? [];
    assert.ok(stored && text.includes(`](${elsewhere})`), text);
    assert.ok(fs.readFileSync(path.join(album, stored)).equals(fs.readFileSync(path.join(root, 'extension/src/icons/icon-128.png'))));
    assert.match(await popup.text('#pictures'), /^Stored: http.*Keeps its address, because its site does not allow this page to read it: http:\/\/localhost/s);
  });

  test('save to a folder: the options page names the folders and says if the settings have errors', async () => {
    configure(twoFolders);
    let options = await context.harness.openOptions();
    const said = (/** @type {string} */ id) => options.evaluate((/** @type {string} */ name) => document.getElementById(name)?.textContent ?? '', id);
    await until('the folders', async () => /^Folders: vault and journal$/.test(await said('targetsList')));
    assert.match(await said('targetsFile'), /config\.yaml$/);
    const share = async (/** @type {boolean} */ on) => {
      await options.evaluate(() => document.getElementById('shareSettings')?.click());
      await until('the switch', () => options.evaluate(async (/** @type {boolean} */ wanted) => {
        const { api } = await import(/** @type {any} */ ('/browser.js'));
        return (await api.storage.local.get('shareSettings')).shareSettings === wanted;
      }, on));
    };
    const file = path.join(context.harness.home, '.config/pulltab/config.yaml');
    await share(true);
    assert.match(fs.readFileSync(file, 'utf8'), /^options:\n(?: {2}.*\n)* {2}commentDepth: \d+\n/m);
    await share(false);
    configure('targets: wrong\n');
    await options.close();
    options = await context.harness.openOptions();
    await until('the error', async () => /has errors/.test(await said('targetsProblem')));
    assert.match(await said('targetsList'), /vault and journal/); // the last version without errors
    fs.rmSync(path.join(context.harness.home, '.config/pulltab'), { recursive: true });
    await options.close();
  });
};
