import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import { capturePage } from '../../src/capture/capture.js';

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
  assert.equal(rebuilt({ what: 'page', slim: false }).problem, 'page_viewer');
});

test('capture: the function never changes the page', () => {
  // Whatever would write belongs to a copy; the browser test watches the page.
  const source = String(capturePage);
  assert.doesNotMatch(source, /\b(insertAdjacent\w+|replaceChildren|replaceWith|before|after|prepend|remove|normalize|attachShadow|adoptNode|innerHTML =|outerHTML =)\(/);
});
