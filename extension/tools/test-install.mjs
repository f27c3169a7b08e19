/**
 * Starts both browsers of the system in the folder ROOT, where the packages are
 * installed, and copies a page with the toolbar button. The extension and the
 * registration come from the packages alone. Run by scripts/release/test-install.sh.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { ids } from '../test/harness/registration.mjs';
import { openSite } from '../test/harness/site.mjs';
import { until } from '../test/harness/wait.mjs';

const root = process.env.ROOT ?? '';
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'pulltab-install-')); // ROOT/tmp is the same folder
const uuid = '11111111-2222-4333-8444-555555555555';

/** A program outside of ROOT that starts one inside. @param {string} name */
const inRoot = (name) => {
  const file = path.join(home, name);
  fs.writeFileSync(file, `#!/bin/sh\nexec chroot '${root}' /usr/bin/env -u DBUS_SESSION_BUS_ADDRESS MOZ_DISABLE_CONTENT_SANDBOX=1 MOZ_DISABLE_SOCKET_PROCESS_SANDBOX=1 MOZ_DISABLE_RDD_SANDBOX=1 MOZ_DISABLE_UTILITY_SANDBOX=1 MOZ_DISABLE_GMP_SANDBOX=1 HOME='${home}' PATH=/usr/bin:/bin /usr/bin/${name} "$@"\n`, { mode: 0o755 });
  return file;
};

/** @param {string} url @returns {Promise<string>} the copied text */
const copyInChromium = async (url) => {
  const browser = await puppeteer.launch({
    executablePath: inRoot('chromium'),
    pipe: true,
    userDataDir: path.join(home, 'chromium-profile'),
    enableExtensions: true,
    args: ['--no-sandbox'],
  });
  try {
    const extension = await until('the extension of the package', async () => (await browser.extensions()).get(ids.chromium));
    const page = await browser.newPage();
    await page.goto(url);
    await page.bringToFront();
    const opened = browser.waitForTarget((t) => t.url().endsWith('/popup.html'), { timeout: 30_000 });
    await extension.triggerAction(/** @type {any} */ (page));
    const popup = await (await opened).asPage();
    await until('the result', () => popup.evaluate(() => document.body.dataset.state === 'done'));
    await popup.click('#copy');
    await browser.defaultBrowserContext().overridePermissions(new URL(url).origin, ['clipboard-read']);
    return await until('the copied text', async () => {
      await page.bringToFront();
      return page.evaluate(() => navigator.clipboard.readText());
    });
  } finally {
    await browser.close();
  }
};

/** @param {string} url @returns {Promise<string>} the copied text */
const copyInFirefox = async (url) => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: inRoot('firefox-esr'),
    args: ['--remote-allow-system-access'],
    env: { ...process.env, TMPDIR: home },
    extraPrefsFirefox: {
      // The values of the distribution, which Puppeteer changes.
      'extensions.enabledScopes': 15,
      'extensions.autoDisableScopes': 3,
      'extensions.webextensions.uuids': JSON.stringify({ [ids.firefox]: uuid }),
      'browser.aboutwelcome.enabled': false,
    },
  });
  try {
    /** @param {string} method @param {object} parameters */
    const bidi = async (method, parameters) => (await /** @type {any} */ (browser).connection.send(method, parameters)).result;
    /** Runs code in the browser's own window, which may still be loading. @param {string} code @returns {Promise<any>} */
    const privileged = async (code) => {
      const { contexts } = await bidi('browsingContext.getTree', { 'moz:scope': 'chrome' });
      const window_ = contexts.find((/** @type {{ url: string }} */ { url }) => url.endsWith('/browser.xhtml'))?.context;
      const answer = await bidi('script.callFunction', {
        functionDeclaration: `async () => JSON.stringify(await (async () => { const { ChromeUtils, Services, WebExtensionPolicy, Cc, Ci } = globalThis; ${code} })()) ?? 'null'`,
        awaitPromise: true,
        target: { context: window_ },
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value);
    };
    await until('the extension of the package', () => privileged(`return WebExtensionPolicy.getByID('${ids.firefox}') !== null`));
    const viewer = await browser.newPage();
    await viewer.goto(`moz-extension://${uuid}/options/options.html`, { waitUntil: /** @type {any} */ ('commit') });
    await until('an extension page', () => viewer.evaluate(() => typeof (/** @type {any} */ (globalThis).browser) === 'object'));
    const page = await browser.newPage();
    await page.goto(url);
    await page.bringToFront();
    await privileged(`
      const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
      const { extension } = WebExtensionPolicy.getByID('${ids.firefox}');
      ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(Services.wm.getMostRecentWindow('navigator:browser'));`);
    const view = 'browser.extension.getViews({ type: "popup" })[0]';
    await until('the result', () => viewer.evaluate(`${view}?.document.body.dataset.state === 'done'`));
    await viewer.evaluate(`${view}.document.getElementById('copy').click()`);
    return await until('the copied text', () =>
      privileged(`
        const transfer = Cc['@mozilla.org/widget/transferable;1'].createInstance(Ci.nsITransferable);
        transfer.init(null);
        transfer.addDataFlavor('text/plain');
        Services.clipboard.getData(transfer, Services.clipboard.kGlobalClipboard);
        const held = {};
        try { transfer.getTransferData('text/plain', held); } catch { return ''; }
        return held.value.QueryInterface(Ci.nsISupportsString).data;`),
    );
  } finally {
    await browser.close();
  }
};

const site = await openSite();
try {
  for (const [name, copy] of /** @type {const} */ ([['chromium', copyInChromium], ['firefox-esr', copyInFirefox]])) {
    const text = await copy(site.url('article.html'));
    if (!text.startsWith('---\n') || !text.includes('\n# ')) throw new Error(`${name} copied\n${text}`);
    process.stdout.write(`ok   ${name}: ${text.split('\n').length} lines of Markdown copied\n`);
  }
} finally {
  await site.close();
  fs.rmSync(home, { recursive: true, force: true });
}
