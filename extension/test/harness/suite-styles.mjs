/** Tests of what capture reads from styles. */
import assert from 'node:assert/strict';
import test from 'node:test';

/** @param {import('./suite.mjs').SuiteContext} context */
export const styleTests = (context) => {
  const { visit, convert, copied } = context;

  test('styles: text that a person cannot see is left out; generated text, emphasis and typed text are kept', async () => {
    await visit('styled.html');
    await context.page.$eval('#when', (/** @type {any} */ field) => (field.value = 'dusk'));
    await context.page.$eval('#rows', (/** @type {any} */ box) => (box.scrollTop = 4000));
    const markdown = await copied(await convert());
    assert.doesNotMatch(markdown, /ghost/i);
    for (const seen of ['once one scrolls', 'Seen beside it', 'Plain text', 'White on blue', 'line on the picture', 'First of the gaps', 'First of the rows', 'Last of the rows', 'at dusk each day']) {
      assert.ok(markdown.includes(seen), `${seen}: ${markdown}`);
    }
    assert.match(markdown, /Warning: keep off the lower steps/);
    assert.match(markdown, /four metres deep, and a berth costs EUR 12 a day. Ask the keeper/);
    assert.doesNotMatch(markdown, /nobody sees/);
    assert.match(markdown, /### § 1\\?\. Moorings[^]*### § 2\\?\. Fees/);
    assert.match(markdown, /moor at the \*\*north\*\* ring, \*never\* at the ~~south~~ one/);
    assert.doesNotMatch(markdown, /\*\*Office\*\*/);
  });

  test('styles: annotations name how text is hidden, and the boxes of pictures', async () => {
    await visit('styled.html');
    await (await convert()).close(); // grants access to the tab
    const { source } = await context.harness.capture(context.page, { scope: 'page', visibleOnly: false });
    const ways = source.stamps.unseen.map((/** @type {{ text: string }} */ { text }) => text);
    assert.deepEqual(ways, ['opacity', 'size', 'offscreen', 'offscreen', 'clip', 'height', 'clip', 'size', 'colour', 'colour', 'colour']);
    const [x, y, width, height] = source.stamps.boxes.slice(-4);
    const plan = await context.page.$eval('#plan', (/** @type {any} */ el) => {
      const box = el.getBoundingClientRect();
      return [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round);
    });
    assert.deepEqual([x, y, width, height], plan);
    assert.equal(source.stamps.boxes.length % 5, 0);
  });

  test('styles: hidden text within a selection is left out', async () => {
    await visit('styled.html');
    await (await convert()).close(); // grants access to the tab
    await context.page.evaluate(() => getSelection()?.selectAllChildren(/** @type {Element} */ (document.querySelector('article'))));
    const { source } = await context.harness.capture(context.page, { scope: 'selection', visibleOnly: false });
    const shown = await context.page.evaluate((/** @type {string} */ html) => {
      const inert = new DOMParser().parseFromString(html, 'text/html');
      for (const hidden of inert.querySelectorAll('[hidden]')) hidden.remove();
      return inert.body.textContent;
    }, source.html);
    assert.doesNotMatch(shown ?? '', /ghost/i);
    assert.match(shown ?? '', /White on blue.*A line on the picture/s);
  });
};
