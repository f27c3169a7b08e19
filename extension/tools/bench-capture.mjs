/**
 * Measures what reading styles adds to a capture, in both browsers: captures with
 * and without it in turn on pages of 5,000 elements, and the median of the
 * differences of neighbours.
 *
 *   [PAIRS=31] [BROWSERS=chromium,firefox] node tools/bench-capture.mjs
 */
import { capturePage } from '../src/capture/capture.js';
import { defineStyles } from '../src/capture/styles.js';
import { openChromium } from '../test/harness/chromium.mjs';
import { openFirefox } from '../test/harness/firefox.mjs';
import { openSite } from '../test/harness/site.mjs';

const pairs = Number(process.env.PAIRS ?? 31);
const browsers = (process.env.BROWSERS ?? 'chromium,firefox').split(',');
const maxAdded = 25; // milliseconds

/** Runs inside the page. @param {number} count */
const measure = `(count) => {
  (${defineStyles})();
  const capture = ${capturePage};
  const reader = globalThis.pulltabStyles;
  const run = (styles) => {
    globalThis.pulltabStyles = styles;
    const begun = performance.now();
    const { source } = capture({ scope: 'page', visibleOnly: false });
    return { took: performance.now() - begun, elements: source.stamps.elements };
  };
  const first = run(reader);
  run(undefined);
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const without = [], added = [];
  for (let n = 0; n < count; n++) {
    const order = n % 2 ? [reader, undefined] : [undefined, reader];
    const [a, b] = order.map((styles) => run(styles).took);
    without.push(n % 2 ? b : a);
    added.push(n % 2 ? a - b : b - a);
  }
  globalThis.pulltabStyles = reader;
  return { elements: first.elements, first: first.took, without: median(without), added: median(added) };
}`;

/** Source text of a job of the extension. @param {string} address */
const job = (address) => `(async () => {
  const [tab] = (await chrome.tabs.query({})).filter((tab) => tab.url === ${JSON.stringify(address)});
  const [{ result }] = await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: ${measure}, args: [${pairs}] });
  return result;
})()`;

let over = 0;
process.stdout.write('| browser, page | elements | capture without styles, ms | styles add, ms |\n|---|--:|--:|--:|\n');
for (const open of [openChromium, openFirefox]) {
  if (!browsers.includes(open === openChromium ? 'chromium' : 'firefox')) continue;
  const site = await openSite();
  const harness = /** @type {any} */ (await open());
  try {
    for (const name of ['dense.html', 'varied.html']) {
      const address = site.url(`${name}?elements=5000`);
      const page = await harness.open(address);
      await page.bringToFront();
      await (await harness.clickToolbarButton(page)).close(); // grants access to the tab
      const { elements, without, added } = await harness.background(job(address));
      if ((added * 5000) / elements > maxAdded) over++;
      process.stdout.write(`| ${harness.name}, ${name} | ${elements} | ${without.toFixed(1)} | ${added.toFixed(1)} |\n`);
    }
  } finally {
    await harness.close();
    site.close();
  }
}
if (over) {
  process.stderr.write(`${over} pages are over ${maxAdded} ms per 5,000 elements\n`);
  process.exitCode = 1;
}
