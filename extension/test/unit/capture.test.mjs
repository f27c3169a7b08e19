import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import { capturePage } from '../../src/capture/capture.js';
import { defineStyles } from '../../src/capture/styles.js';
import { requestAlternates } from '../../src/capture/alternates.js';

test('capture: the function refers to nothing outside of its body', () => {
  // A realm without the module's names, whose document is not HTML.
  class Document {
    get documentElement() {
      return { localName: 'svg' };
    }
  }
  const realm = { Document, Element: class {}, Node: class {}, document: new Document() };
  const rebuilt = vm.runInNewContext(`(${capturePage})`, realm);
  assert.equal(rebuilt({ scope: 'page', visibleOnly: false }).problem, 'page_viewer');
});

test('styles: the function refers to nothing outside of its body', () => {
  const realm = {};
  vm.runInNewContext(`(${defineStyles})()`, realm);
  assert.equal(typeof /** @type {any} */ (realm).pulltabStyles, 'function');
});

test('capture: the function calls no method that changes the page', () => {
  // The browser test with watched.html covers methods that copies need as well.
  const source = String(capturePage) + String(defineStyles);
  assert.doesNotMatch(source, /\b(insertAdjacent\w+|replaceChildren|replaceWith|before|after|prepend|remove|normalize|attachShadow|adoptNode|innerHTML =|outerHTML =)\(/);
});

/**
 * Runs requestAlternates from its source text and records its requests.
 * @param {string} address @param {string[]} linked @param {(url: string) => object | null} answer
 */
const run = async (address, linked, answer) => {
  /** @type {string[]} */
  const requests = [];
  class Document {
    querySelectorAll(/** @type {string} */ selector) {
      assert.match(selector, /^html > head > link\[/); // not from the body, which may hold markup of other people
      return linked.map((href) => ({ href }));
    }
  }
  const realm = {
    URL,
    AbortSignal,
    Document,
    document: new Document(),
    location: new URL(address),
    fetch: async (/** @type {URL} */ url, /** @type {any} */ how) => {
      requests.push(`${url.href} ${how.headers.accept} ${how.redirect} ${how.credentials}`);
      const got = answer(url.href);
      if (!got) throw new TypeError('no such host');
      return { ok: true, body: null, headers: new Headers({ 'content-type': how.headers.accept }), text: async () => 'text', ...got };
    },
  };
  const alternates = await vm.runInNewContext(`(${requestAlternates})`, realm)();
  return { requests, alternates: JSON.parse(JSON.stringify(alternates)) };
};

test('alternates: requests the linked Markdown, else the address itself, or a thread’s JSON, and nothing else', async () => {
  const plain = await run('https://example.org/a?b=c#d', [], () => ({}));
  assert.deepEqual(plain.requests, ['https://example.org/a?b=c#d text/markdown error same-origin']);
  assert.deepEqual(plain.alternates, [{ type: 'text/markdown', url: 'https://example.org/a?b=c#d', text: 'text' }]);
  const linked = await run('https://example.org/a', ['https://example.org/a.md'], () => ({}));
  assert.deepEqual(linked.requests, ['https://example.org/a.md text/markdown error same-origin']);
  const thread = await run('https://www.reddit.com/r/harbour/comments/7/which/', [], () => ({}));
  assert.deepEqual(thread.requests, ['https://www.reddit.com/r/harbour/comments/7/which.json?limit=500&raw_json=1 application/json error same-origin']);
});

test('alternates: sends no request to another origin, and ignores answers that are not Markdown', async () => {
  for (const other of ['https://elsewhere.example/a.md', 'http://example.org/a.md', 'https://example.org:8443/a.md', 'data:text/markdown,x']) {
    const { requests, alternates } = await run('https://example.org/a', [other], () => ({}));
    assert.deepEqual([requests, alternates], [[], []], other);
  }
  const html = await run('https://example.org/a', [], () => ({ headers: new Headers({ 'content-type': 'text/html' }) }));
  const gone = await run('https://example.org/a', [], () => ({ ok: false }));
  const down = await run('https://example.org/a', [], () => null);
  const huge = await run('https://example.org/a', [], () => ({ text: async () => 'x'.repeat((8 << 20) + 1) }));
  assert.deepEqual([html, gone, down, huge].map(({ alternates }) => alternates), [[], [], [], []]);
});
