/** Firefox with the extension, driven by real clicks and keys. */
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { pack } from '../../tools/pack.mjs';
import { discard, hostProcesses, ids, register, scratch, scriptOf } from './registration.mjs';
import { captureIn } from './inject.mjs';
import { until } from './wait.mjs';

const uuid = '11111111-2222-4333-8444-555555555555';

/**
 * @param {object} [how]
 * @param {import('./registration.mjs').Kind} [how.host]
 * @param {boolean} [how.headless]
 * @param {Record<string, string>} [how.env]
 * @param {string} [how.language]
 * @param {Record<string, unknown>} [how.prefs]
 * @param {boolean} [how.privateWindows] whether the extension is allowed in private windows
 */
export const openFirefox = async ({ host = 'real', headless = true, env = {}, language = 'en', prefs = {}, privateWindows = false } = {}) => {
  const home = scratch('firefox');
  const downloads = path.join(home, 'downloads');
  const registrations = path.join(home, '.mozilla/native-messaging-hosts');
  register(registrations, 'firefox', host);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless,
    defaultViewport: null,
    args: ['--remote-allow-system-access'],
    env: { ...process.env, HOME: home, TMPDIR: home, ...env },
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [ids.firefox]: uuid }),
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.useDownloadDir': true,
      'browser.aboutwelcome.enabled': false,
      'intl.locale.requested': language,
      ...prefs,
    },
  });
  process.on('exit', () => browser.process()?.kill('SIGKILL'));
  const { folder } = pack('firefox', path.join(home, 'dist'));
  const id = await browser.installExtension(folder);

  /** @param {string} method @param {object} parameters */
  const bidi = async (method, parameters) => (await /** @type {any} */ (browser).connection.send(method, parameters)).result;
  const window_ = (await bidi('browsingContext.getTree', { 'moz:scope': 'chrome' })).contexts[0].context;

  /** Runs a job in the browser's own window, with full privileges. @param {any} job @param {...any} values */
  const privileged = async (job, ...values) => {
    const answer = await bidi('script.callFunction', {
      functionDeclaration: `async (values) => JSON.stringify(await (${job})(...JSON.parse(values))) ?? 'null'`,
      awaitPromise: true,
      target: { context: window_ },
      arguments: [{ type: 'string', value: JSON.stringify(values) }],
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  };

  if (privateWindows) {
    await privileged(async (/** @type {string} */ addon) => {
      const { ChromeUtils } = /** @type {any} */ (globalThis);
      const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
      const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
      await ExtensionPermissions.add(addon, { permissions: ['internal:privateBrowsingAllowed'], origins: [] });
      await (await AddonManager.getAddonByID(addon)).reload();
    }, id);
  }

  const extensionPage = await browser.newPage();
  await extensionPage.goto(`moz-extension://${uuid}/options/options.html`, { waitUntil: /** @type {any} */ ('commit') });
  await until('an extension page', () => extensionPage.evaluate(() => typeof (/** @type {any} */ (globalThis).browser) === 'object'));

  // extension.getViews lists the popups of private windows only to pages in private windows.
  let viewer = extensionPage;
  /** @type {WeakMap<object, import('puppeteer-core').Page>} */
  const viewers = new WeakMap();

  /** Runs a job in an extension page, with the popup's window (or null) as its first value. @param {any} job @param {...any} values */
  const withPopup = (job, ...values) =>
    viewer.evaluate(`(async () => {
      const view = browser.extension.getViews({ type: 'popup' })[0] ?? null;
      return (${job})(view, ...${JSON.stringify(values)});
    })()`);

  const popup = {
    page: null,
    /** @param {any} job @param {...any} values */
    evaluate: (job, ...values) => withPopup(`(view, ...values) => (${job})(view, ...values)`, ...values),
    state: () => withPopup((/** @type {Window} */ view) => view?.document.body.dataset.state),
    failure: () => withPopup((/** @type {Window} */ view) => view?.document.body.dataset.failure),
    /** @param {string} selector */
    text: (selector) => withPopup((/** @type {Window} */ view, /** @type {string} */ s) => view.document.querySelector(s)?.textContent, selector),
    /** @param {string} selector */
    click: (selector) => withPopup((/** @type {any} */ view, /** @type {string} */ s) => view.document.querySelector(s).click(), selector),
    /** @param {string} file */
    screenshot: async (file) => {
      const address = await privileged(async () => {
        const view = /** @type {any} */ (document.querySelector('.webextension-popup-browser'));
        const { width, height } = view.getBoundingClientRect();
        const picture = await view.browsingContext.currentWindowGlobal.drawSnapshot(new DOMRect(0, 0, width, height), 1, 'white');
        const canvas = /** @type {HTMLCanvasElement} */ (document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas'));
        canvas.width = picture.width;
        canvas.height = picture.height;
        canvas.getContext('2d')?.drawImage(picture, 0, 0);
        return canvas.toDataURL();
      });
      fs.writeFileSync(file, Buffer.from(address.split(',')[1], 'base64'));
    },
    close: () =>
      privileged(() => {
        for (const view of /** @type {any} */ (globalThis).Services.wm.getEnumerator('navigator:browser')) {
          for (const panel of view.document.querySelectorAll('panel, menupopup')) if (panel.state === 'open') panel.hidePopup();
        }
      }),
  };

  const triggerButton = () =>
    privileged((/** @type {string} */ own) => {
      const { ChromeUtils, Services, WebExtensionPolicy } = /** @type {any} */ (globalThis);
      const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
      const { extension } = WebExtensionPolicy.getByID(own);
      ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(Services.wm.getMostRecentWindow('navigator:browser'));
    }, id);

  return {
    name: 'firefox',
    browser,
    id,
    downloads,
    home,
    origin: `moz-extension://${uuid}`,
    privileged,
    /** @param {import('./registration.mjs').Kind} kind */
    register: (kind) => register(registrations, 'firefox', kind),
    /** Sets the answers of a scripted host. @param {object} part */
    script: (part) => fs.writeFileSync(scriptOf(registrations), JSON.stringify(part)),
    hosts: () => hostProcesses(home),
    /** Runs a job in a page of the extension. @param {any} job @param {...any} values */
    background: (job, ...values) => extensionPage.evaluate(job, ...values),

    /** @param {string} url */
    open: async (url) => {
      const page = await browser.newPage();
      page.setDefaultNavigationTimeout(120_000); // for 20 MiB on a busy machine
      await page.goto(url);
      await page.bringToFront();
      return page;
    },

    /** Opens a page in a new private window. @param {string} url */
    openPrivate: async (url) => {
      const before = new Set(await browser.pages());
      await extensionPage.evaluate((address) => {
        const own = /** @type {any} */ (globalThis).browser;
        return own.windows.create({ incognito: true, url: [own.runtime.getURL('options/options.html'), address] });
      }, url);
      const [page, inside] = await until('the private window', async () => {
        const opened = (await browser.pages()).filter((p) => !before.has(p));
        const wanted = opened.find((p) => p.url() === url);
        return wanted && opened.length === 2 ? [wanted, .../** @type {any[]} */ (opened.filter((p) => p !== wanted))] : null;
      });
      await until('an extension page', () => inside.evaluate(() => typeof (/** @type {any} */ (globalThis).browser?.extension) === 'object'));
      viewers.set(page, inside);
      await page.bringToFront();
      return page;
    },

    /** Opens one of the browser's own pages. */
    openBrowserPage: async () => {
      await privileged(() => {
        const { gBrowser } = /** @type {any} */ (globalThis);
        gBrowser.selectedTab = gBrowser.addTrustedTab('about:support');
      });
      await until('about:support', () => privileged(() => /** @type {any} */ (globalThis).gBrowser.currentURI.spec === 'about:support'));
      return {
        bringToFront: async () => {},
        close: () => privileged(() => /** @type {any} */ (globalThis).gBrowser.removeCurrentTab()),
      };
    },

    /** Clicks the toolbar button. @param {{ bringToFront: () => Promise<void> }} page */
    clickToolbarButton: async (page) => {
      viewer = viewers.get(page) ?? extensionPage;
      await until('the last popup to close', async () => {
        await popup.close(); // repeated, because a popup that is still opening cannot be closed
        return withPopup((/** @type {Window | null} */ view) => view === null);
      });
      await page.bringToFront();
      await triggerButton();
      await until('the popup', () => popup.state());
      return popup;
    },

    /** Clicks the toolbar button without waiting for a popup. @param {{ bringToFront: () => Promise<void> }} page */
    clickButton: async (page) => {
      await page.bringToFront();
      await triggerButton();
    },

    closePopups: () => popup.close(),

    /** Whether a popup is open. */
    hasPopup: () => withPopup((/** @type {Window | null} */ view) => view !== null),

    /**
     * Presses a shortcut, by default the one that copies. WebDriver BiDi's keys do not reach extension commands.
     * @param {import('puppeteer-core').Page} page @param {string} [letter] pressed with Alt and Shift
     */
    pressShortcut: async (page, letter = 'M') => {
      viewer = viewers.get(page) ?? extensionPage;
      await page.bringToFront();
      await privileged((/** @type {string} */ wanted) => {
        const front = /** @type {any} */ (globalThis).Services.wm.getMostRecentWindow('navigator:browser');
        const keys = [...front.document.querySelectorAll('keyset[id^="ext-keyset"] key')];
        /** @type {any} */ (keys.find((key) => key.getAttribute('key') === wanted)).doCommand();
      }, letter);
    },

    /**
     * Right-clicks at a position of the page and activates an entry of the native menu.
     * @param {import('puppeteer-core').Page} page @param {string} label @param {{ x: number, y: number }} [at]
     */
    clickMenu: async (page, label, at = { x: 60, y: 60 }) => {
      await page.bringToFront();
      await page.mouse.click(at.x, at.y, { button: 'right' });
      await until('the context menu', () => privileged(() => /** @type {any} */ (document.getElementById('contentAreaContextMenu')).state === 'open'));
      // Several entries of one extension are in a submenu.
      await privileged((/** @type {string} */ wanted) => {
        const menu = /** @type {any} */ (document.getElementById('contentAreaContextMenu'));
        const outer = [...menu.querySelectorAll('menu')].find((item) => [...item.querySelectorAll('menuitem')].some((inner) => inner.label === wanted));
        if (!outer) throw new Error(`no entry ${wanted}`);
        outer.openMenu(true);
      }, label);
      await until(label, () =>
        privileged((/** @type {string} */ wanted) => {
          const entry = /** @type {any} */ ([...document.querySelectorAll('#contentAreaContextMenu menuitem')].find((item) => /** @type {any} */ (item).label === wanted));
          const popup = entry.closest('menupopup');
          if (popup.state !== 'open') return false;
          popup.activateItem(entry);
          return true;
        }, label),
      );
    },

    clipboard: () =>
      privileged(() => {
        const { Cc, Ci, Services } = /** @type {any} */ (globalThis);
        const transfer = Cc['@mozilla.org/widget/transferable;1'].createInstance(Ci.nsITransferable);
        transfer.init(null);
        transfer.addDataFlavor('text/plain');
        Services.clipboard.getData(transfer, Services.clipboard.kGlobalClipboard);
        const held = /** @type {any} */ ({});
        transfer.getTransferData('text/plain', held);
        return held.value.QueryInterface(Ci.nsISupportsString).data;
      }),

    /** Runs only the capture, on a tab to which a click has granted access. @param {import('puppeteer-core').Page} page @param {object} request */
    capture: (page, request) => extensionPage.evaluate(captureIn(page.url(), request)),

    openDashboard: async () => {
      const dashboard = await browser.newPage();
      await dashboard.goto(`moz-extension://${uuid}/dashboard/dashboard.html`, { waitUntil: /** @type {any} */ ('commit') });
      await until('the dashboard', () => dashboard.evaluate(() => document.readyState === 'complete'));
      return dashboard;
    },

    openOptions: async () => {
      const options = await browser.newPage();
      await options.goto(`moz-extension://${uuid}/options/options.html`, { waitUntil: /** @type {any} */ ('commit') });
      await until('the options page', () => options.evaluate(() => document.readyState === 'complete'));
      return options;
    },

    /** @param {object} settings */
    set: (settings) => extensionPage.evaluate((values) => /** @type {any} */ (globalThis).browser.storage.local.set({ settings: values }), settings),

    badge: () =>
      viewer.evaluate(async () => {
        const { browser } = /** @type {any} */ (globalThis);
        const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
        return browser.action.getBadgeText({ tabId: tab.id });
      }),

    /** The tooltip of the toolbar button. */
    badgeTitle: () =>
      viewer.evaluate(async () => {
        const { browser } = /** @type {any} */ (globalThis);
        const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
        return browser.action.getTitle({ tabId: tab.id });
      }),

    /** Milliseconds of the background's last measurements. */
    backgroundTimes: () =>
      extensionPage.evaluate(async () => {
        const { performance: clock } = await /** @type {any} */ (globalThis).browser.runtime.getBackgroundPage();
        return Object.fromEntries(clock.getEntriesByType('measure').map((/** @type {any} */ m) => [m.name, m.duration]));
      }),

    /** Ends the event page, as the browser does after 30 s without events. */
    killBackground: () =>
      privileged((/** @type {string} */ id) => /** @type {any} */ (globalThis).WebExtensionPolicy.getByID(id).extension.terminateBackground(), id),

    close: async () => {
      await browser.close().catch(() => {});
      discard(home);
    },
  };
};
