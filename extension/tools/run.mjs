/**
 * Opens a page in a browser with a temporary profile, the extension and the
 * host. With a display, the browser stays open until it is closed; without one,
 * the page's Markdown is printed.
 *
 *   PAGE=file-or-url BROWSER=chromium|firefox node tools/run.mjs
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openChromium } from '../test/harness/chromium.mjs';
import { openFirefox } from '../test/harness/firefox.mjs';
import { root } from '../test/harness/registration.mjs';
import { openSite } from '../test/harness/site.mjs';
import { until } from '../test/harness/wait.mjs';

const { PAGE = '', BROWSER = 'chromium', DISPLAY, WAYLAND_DISPLAY } = process.env;
const headless = !DISPLAY && !WAYLAND_DISPLAY && process.platform === 'linux';

/** @param {{ url: (name: string) => string }} site */
const address = (site) => {
  if (PAGE === '') return site.url('article.html');
  if (/^[a-z]+:\/\//i.test(PAGE)) return PAGE;
  const file = path.resolve(process.env.INIT_CWD ?? root, PAGE);
  if (!fs.existsSync(file)) {
    process.stderr.write(`PAGE=${PAGE} is neither a file nor an address such as https://example.com/page\n`);
    process.exit(1);
  }
  return pathToFileURL(file).href;
};

const site = await openSite();
const url = address(site);
const open = /** @type {any} */ (BROWSER === 'firefox' ? openFirefox : openChromium);
const harness = await open({ headless });
try {
  const page = await harness.open(url);
  if (headless) await print(page);
  else await waitForExit();
} finally {
  await harness.close();
  site.close();
}

/** @param {import('puppeteer-core').Page} page */
async function print(page) {
  const popup = await harness.clickToolbarButton(page);
  await until('the conversion', async () => !['starting', 'working'].includes(await popup.state()), 60_000);
  if ((await popup.state()) === 'failed') {
    process.stderr.write(`${await popup.text('#sentence')} (${await popup.failure()})\n`);
    process.exitCode = 1;
    return;
  }
  await popup.click('#copy');
  await until('the clipboard', () => popup.text('#status'));
  process.stdout.write(await harness.clipboard(popup.page ?? page));
  process.stderr.write(`\n${await popup.text('#qualityLabel')}: ${await popup.text('#reason')}\n`);
}

/** Waits until the browser is closed. */
async function waitForExit() {
  process.stdout.write('Press the Pulltab button in the toolbar. Close the browser to end this.\n');
  await new Promise((resolve) => harness.browser.once('disconnected', resolve));
}
