import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import { capturePage } from '../../src/capture/capture.js';
import { requestAlternates } from '../../src/capture/alternates.js';

test('capture: the function works from its own text alone', () => {
  // A realm with nothing but a document that is no web page: any name from
  // the module would be missing here.
  class Document {
    get documentElement() {
      return { localName: 'svg' };
    }
  }
  const realm = { Document, Element: class {}, Node: class {}, document: new Document() };
  const rebuilt = vm.runInNewContext(`(${capturePage})`, realm);
  assert.equal(rebuilt({ scope: 'page', visibleOnly: false }).problem, 'page_viewer');
});

test('capture: the function never changes the page', () => {
  // Whatever would write belongs to a copy; the browser test watches the page.
  const source = String(capturePage);
  assert.doesNotMatch(source, /\b(insertAdjacent\w+|replaceChildren|replaceWith|before|after|prepend|remove|normalize|attachShadow|adoptNode|innerHTML =|outerHTML =)\(/);
});

/**
 * What askOrigin, rebuilt from its own text, asks for on a page.
 * @param {string} address @param {string[]} linked @param {(url: string) => object | null} answer
 */
const asked = async (address, linked, answer) => {
  /** @type {string[]} */
  const requests = [];
  class Document {
    querySelectorAll() {
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
  const offers = await vm.runInNewContext(`(${requestAlternates})`, realm)();
  return { requests, offers: JSON.parse(JSON.stringify(offers)) };
};

test('offers: the address itself, the linked Markdown, or a thread’s JSON is asked for, and nothing else', async () => {
  const plain = await asked('https://example.org/a?b=c#d', [], () => ({}));
  assert.deepEqual(plain.requests, ['https://example.org/a?b=c#d text/markdown error same-origin']);
  assert.deepEqual(plain.offers, [{ type: 'text/markdown', url: 'https://example.org/a?b=c#d', text: 'text' }]);
  const linked = await asked('https://example.org/a', ['https://example.org/a.md'], () => ({}));
  assert.deepEqual(linked.requests, ['https://example.org/a.md text/markdown error same-origin']);
  const thread = await asked('https://www.reddit.com/r/harbour/comments/7/which/', [], () => ({}));
  assert.deepEqual(thread.requests, ['https://www.reddit.com/r/harbour/comments/7/which.json?limit=500&raw_json=1 application/json error same-origin']);
});

test('offers: another origin is never asked, and what is no Markdown is left', async () => {
  for (const other of ['https://elsewhere.example/a.md', 'http://example.org/a.md', 'https://example.org:8443/a.md', 'data:text/markdown,x']) {
    const { requests, offers } = await asked('https://example.org/a', [other], () => ({}));
    assert.deepEqual([requests, offers], [[], []], other);
  }
  const html = await asked('https://example.org/a', [], () => ({ headers: new Headers({ 'content-type': 'text/html' }) }));
  const gone = await asked('https://example.org/a', [], () => ({ ok: false }));
  const down = await asked('https://example.org/a', [], () => null);
  const huge = await asked('https://example.org/a', [], () => ({ text: async () => 'x'.repeat((8 << 20) + 1) }));
  assert.deepEqual([html, gone, down, huge].map(({ offers }) => offers), [[], [], [], []]);
});
