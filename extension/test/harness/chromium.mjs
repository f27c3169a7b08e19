/** Chromium with the extension, driven by real clicks and keys. */
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { pack } from '../../tools/pack.mjs';
import { discard, hostProcesses, ids, register, scratch, scriptOf } from './registration.mjs';
import { captureIn } from './inject.mjs';
import { until } from './wait.mjs';

/**
 * @param {object} [how]
 * @param {import('./registration.mjs').Kind} [how.host]
 * @param {boolean} [how.headless]
 * @param {Record<string, string>} [how.env]
 * @param {string[]} [how.args]
 * @param {string} [how.language]
 * @param {boolean} [how.privateWindows] whether the extension is allowed in private windows
 */
export const openChromium = async ({ host = 'real', headless = true, env = {}, args = [], language = 'en', privateWindows = false } = {}) => {
  const home = scratch('chromium');
  const profile = path.join(home, 'profile');
  const downloads = path.join(home, 'downloads');
  const registrations = path.join(profile, 'NativeMessagingHosts');
  register(registrations, 'chromium', host);
  fs.mkdirSync(path.join(profile, 'Default'), { recursive: true });
  fs.writeFileSync(
    path.join(profile, 'Default/Preferences'),
    JSON.stringify({
      extensions: { pinned_extensions: [ids.chromium] },
      download: { default_directory: downloads, prompt_for_download: false },
    }),
  );
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless,
    pipe: true,
    userDataDir: profile,
    enableExtensions: true,
    defaultViewport: null,
    args: ['--no-sandbox', `--lang=${language}`, '--window-size=1200,1000', '--screen-info={1600x1200}', ...args],
    env: { ...process.env, HOME: home, TMPDIR: home, LANGUAGE: language, LANG: `${language}.UTF-8`, ...env },
  });
  process.on('exit', () => browser.process()?.kill('SIGKILL'));
  const { folder } = pack('chromium', path.join(home, 'dist'));
  const devtools = await browser.target().createCDPSession();
  const { id } = await devtools.send('Extensions.loadUnpacked', /** @type {any} */ ({ path: folder, enableInIncognito: privateWindows }));
  const extension = await until('the extension', async () => (await browser.extensions()).get(id));

  const isWorker = (/** @type {import('puppeteer-core').Target} */ t) => t.type() === 'service_worker' && t.url().includes(id);
  const isPopup = (/** @type {import('puppeteer-core').Target} */ t) => t.url().endsWith('/popup.html');

  // A page of the extension: its API can be called there even if the worker is suspended.
  const extensionPage = await browser.newPage();
  await extensionPage.goto(`chrome-extension://${id}/options/options.html`);

  const closePopups = async () => {
    for (const target of browser.targets().filter(isPopup)) {
      try {
        await (await target.asPage()).close();
      } catch {
        // It has closed by itself.
      }
    }
    await until('the last popup to close', () => !browser.targets().some(isPopup));
  };

  return {
    name: 'chromium',
    browser,
    id,
    downloads,
    home,
    origin: `chrome-extension://${id}`,
    /** @param {import('./registration.mjs').Kind} kind */
    register: (kind) => register(registrations, 'chromium', kind),
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
      await extensionPage.evaluate((/** @type {string} */ address) => chrome.windows.create({ incognito: true, url: address }), url);
      const target = await browser.waitForTarget((t) => t.url() === url);
      return /** @type {import('puppeteer-core').Page} */ (await target.page());
    },

    /** Opens one of the browser's own pages. */
    openBrowserPage: async () => {
      const page = await browser.newPage();
      await page.goto('chrome://version/');
      await page.bringToFront();
      return page;
    },

    /** Clicks the toolbar button. @param {import('puppeteer-core').Page} page */
    clickToolbarButton: async (page) => {
      for (let again = 0; ; again++) {
        await closePopups();
        const opened = browser.waitForTarget(isPopup, { timeout: 10_000 });
        await extension.triggerAction(/** @type {any} */ (page));
        try {
          const popup = await (await opened).asPage();
          return popupOf(popup);
        } catch (error) {
          if (again > 0) throw error; // a popup sometimes closes while it opens
        }
      }
    },

    /** Clicks the toolbar button without waiting for a popup. @param {import('puppeteer-core').Page} page */
    clickButton: (page) => extension.triggerAction(/** @type {any} */ (page)),

    closePopups,

    /** Whether a popup is open. */
    hasPopup: async () => browser.targets().some(isPopup),

    /** Presses a shortcut, by default the one that copies. @param {import('puppeteer-core').Page} page @param {string} [letter] pressed with Alt and Shift */
    pressShortcut: async (page, letter = 'M') => {
      const session = await page.createCDPSession();
      const number = letter.charCodeAt(0);
      const key = { modifiers: 1 | 8, key: letter, code: `Key${letter}`, windowsVirtualKeyCode: number, nativeVirtualKeyCode: number };
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      await session.detach();
    },

    /** @param {import('puppeteer-core').Page} page any page that can get the focus */
    clipboard: async (page) => {
      const origin = new URL(page.url()).protocol === 'chrome-extension:' ? `chrome-extension://${id}` : new URL(page.url()).origin;
      await browser.defaultBrowserContext().overridePermissions(origin, ['clipboard-read']);
      await page.bringToFront();
      return page.evaluate(() => navigator.clipboard.readText());
    },

    /** Runs only the capture, on a tab to which a click has granted access. @param {import('puppeteer-core').Page} page @param {object} request */
    capture: (page, request) => extensionPage.evaluate(captureIn(page.url(), request)),

    openOptions: async () => {
      const options = await browser.newPage();
      await options.goto(`chrome-extension://${id}/options/options.html`);
      return options;
    },

    openDashboard: async () => {
      const dashboard = await browser.newPage();
      await dashboard.goto(`chrome-extension://${id}/dashboard/dashboard.html`);
      return dashboard;
    },

    /** @param {object} settings */
    set: (settings) => extensionPage.evaluate((/** @type {object} */ values) => chrome.storage.local.set({ settings: values }), settings),

    badge: () =>
      extensionPage.evaluate(async () => {
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        return chrome.action.getBadgeText({ tabId: tab.id });
      }),

    /** The tooltip of the toolbar button. */
    badgeTitle: () =>
      extensionPage.evaluate(async () => {
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        return chrome.action.getTitle({ tabId: tab.id });
      }),

    /** Milliseconds of the background's last measurements. */
    backgroundTimes: async () => {
      const target = await browser.waitForTarget(isWorker);
      const worker = /** @type {import('puppeteer-core').WebWorker} */ (await target.worker());
      return worker.evaluate(() => Object.fromEntries(performance.getEntriesByType('measure').map((m) => [m.name, m.duration])));
    },

    /** Ends the worker, as the browser does after 30 s without events. */
    killBackground: async () => {
      for (const target of browser.targets().filter(isWorker)) await (await target.worker())?.close();
      await until('the worker to end', () => !browser.targets().some(isWorker));
    },

    close: async () => {
      await browser.close().catch(() => {});
      discard(home);
    },
  };
};

/** @param {import('puppeteer-core').Page} popup */
const popupOf = (popup) => ({
  page: popup,
  /** @param {any} job @param {...any} values */
  evaluate: (job, ...values) => popup.evaluate(`(${job})(window, ...${JSON.stringify(values)})`),
  state: () => popup.evaluate(() => document.body.dataset.state),
  failure: () => popup.evaluate(() => document.body.dataset.failure),
  /** @param {string} selector */
  text: (selector) => popup.$eval(selector, (el) => el.textContent),
  /** @param {string} selector */
  click: (selector) => popup.click(selector),
  /** @param {string} file */
  screenshot: (file) => popup.screenshot({ path: file }),
  close: () => popup.close().catch(() => {}),
});
