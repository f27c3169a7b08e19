import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import './fake-browser.mjs';
const { host } = await import('../../src/background/convert.js');
const { Failure } = await import('../../src/failure.js');
const { notSavedSentence } = await import('../../src/clip-text.js');
const { noteMemory, recallClip, saveClip } = await import('../../src/background/saved-pages.js');

/** @type {any} */
const result = { url: 'https://example.com/', title: 'A', markdown: 'Text.', metadata: { source: 'blocks', canonical: 'https://example.com/c' }, quality: { score: 0.8, factors: {} }, reason: '' };

/** @param {(question: any) => any} answer */
const answerWith = (answer) => {
  mock.restoreAll();
  return mock.method(host, 'ask', async (/** @type {any} */ question) => answer(question)).mock;
};

test('saved pages: a private window sends no request', async () => {
  const log = answerWith(() => assert.fail('asked'));
  assert.deepEqual(await saveClip(result, true), {});
  assert.deepEqual(await recallClip(result, true), { added: 0, removed: 0 });
  assert.equal(log.calls.length, 0);
});

test('saved pages: with page memory off, nothing is saved and nothing is reported', async () => {
  for (const code of ['E_OFF', 'E_STORE']) {
    await noteMemory(false);
    answerWith(() => {
      throw new Failure('store', code);
    });
    assert.deepEqual(await saveClip(result, false), {});
  }
});

test('saved pages: a failure is reported while page memory is on', async () => {
  await noteMemory(true);
  answerWith(() => {
    throw new Failure('store', 'E_STORE');
  });
  for (const _ of [1, 2]) assert.deepEqual(await saveClip(result, false), { failed: 'store' });
  assert.equal(notSavedSentence({ failed: 'store' }), 'savedFailed');
});

test('saved pages: page memory that is off without the reader’s doing is reported once', async () => {
  await noteMemory(true);
  answerWith(() => {
    throw new Failure('internal', 'E_OFF');
  });
  assert.deepEqual(await saveClip(result, false), { off: true });
  assert.deepEqual(await saveClip(result, false), {});
  assert.equal(notSavedSentence({ off: true }), 'savedOff');
});

test('saved pages: the reply contains the clip that the host saved', async () => {
  const log = answerWith(() => ({ clip: 7, saved: '2026-05-03T09:00:00Z' }));
  assert.deepEqual(await saveClip(result, false), { clip: { clip: 7, saved: '2026-05-03T09:00:00Z' } });
  assert.deepEqual(log.calls[0].arguments[0], {
    t: 'save', url: 'https://example.com/', canonical: 'https://example.com/c', title: 'A', markdown: 'Text.', source: 'blocks', quality: 0.8, confidence: undefined,
  });
});

test('saved pages: a page over the limit is not sent, which is reported if page memory is on', async () => {
  const long = { ...result, markdown: 'x'.repeat((1 << 20) + 1) };
  for (const pages of [true, false]) {
    const log = answerWith(({ t }) => {
      assert.equal(t, 'memory');
      return { preferences: { pages } };
    });
    assert.deepEqual(await saveClip(long, false), pages ? { tooLong: true } : {});
    assert.deepEqual(await recallClip(long, false), { added: 0, removed: 0 });
    assert.equal(log.calls.length, 1);
  }
});
