import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import './fake-browser.mjs';

/** @type {Map<string, any>} */
const entries = new Map();
/** @type {any} */ (globalThis).chrome.contextMenus = {
  create: (/** @type {any} */ entry) => entries.set(entry.id, entry),
  remove: async (/** @type {string} */ id) => entries.delete(id),
};
const { host } = await import('../../src/background/convert.js');
const { Failure, failureOf, failures } = await import('../../src/failure.js');
const { forgetTargets, loadTargets, noteSentence, saveTo, targetOfEntry } = await import('../../src/save/targets.js');

/** @param {string} url @returns {any} */
const result = (url, markdown = 'Text.') => ({ url, title: 'A', markdown, metadata: { source: 'blocks' } });

/** @param {(question: any) => any} answer */
const answerWith = (answer) => {
  mock.restoreAll();
  return mock.method(host, 'ask', async (/** @type {any} */ question) => answer(question)).mock;
};
const names = (/** @type {string[]} */ ...aliases) => (/** @type {any} */ { t }) =>
  t === 'targets' ? { targets: aliases.map((alias) => ({ alias })), file: '/x/config.yaml' } : { path: 'A.md', outcome: 'created' };

test('targets: the context menu has an entry for each folder of the settings', async () => {
  answerWith(names('vault', 'R&D'));
  assert.deepEqual(await loadTargets(''), { aliases: ['vault', 'R&D'], chosen: 'vault', problem: false, file: '/x/config.yaml' });
  assert.deepEqual([...entries.keys()], ['saveTo:vault', 'saveTo:R&D']);
  assert.equal(targetOfEntry('saveTo:R&D'), 'R&D');
  assert.equal(targetOfEntry('save-page'), '');
  answerWith(names('vault'));
  await loadTargets('');
  assert.deepEqual([...entries.keys()], ['saveTo:vault']);
});

test('targets: the last folder of a site is chosen again, but not one from a private window', async () => {
  answerWith(names('vault', 'journal'));
  await saveTo('journal', result('https://one.example/a'), false);
  await saveTo('vault', result('https://two.example/a'), false);
  await saveTo('vault', result('https://one.example/b'), true);
  assert.equal((await loadTargets('https://one.example/c')).chosen, 'journal');
  assert.equal((await loadTargets('https://three.example/')).chosen, 'vault');
  await forgetTargets();
  assert.equal((await loadTargets('https://one.example/c')).chosen, 'vault');
  answerWith(names('vault'));
  await saveTo('journal', result('https://one.example/a'), false);
  assert.equal((await loadTargets('https://one.example/a')).chosen, 'vault', 'a folder that the settings no longer name');
});

test('targets: a note is sent with its alias and the time of the click, and never cut', async () => {
  const log = answerWith(names('vault'));
  await saveTo('vault', result('https://one.example/a'), false);
  const { at, ...sent } = log.calls[0].arguments[0];
  assert.deepEqual(sent, { t: 'saveTo', target: 'vault', url: 'https://one.example/a', title: 'A', markdown: 'Text.', metadata: { source: 'blocks' } });
  assert.ok(Math.abs(Date.now() - at) < 60_000);
  await assert.rejects(saveTo('vault', result('https://one.example/a', 'x'.repeat((1 << 20) + 1)), false), (error) => error instanceof Failure && error.name === 'note_too_long');
  assert.equal(log.calls.length, 1);
});

test('targets: the outcome is a sentence, with the file of the reader’s edited text', () => {
  assert.equal(noteSentence('vault', { path: 'A.md', outcome: 'updated', beside: 'A (edited).md' }), 'noted_updated noteBeside');
  assert.equal(noteSentence('vault', { path: 'A.md', outcome: 'created' }), 'noted_created');
});

test('targets: every error of writing has a sentence and an action', () => {
  for (const kind of ['no-folder', 'denied', 'read-only', 'full', 'busy', 'links', 'broken', 'new']) {
    const { name } = failureOf({ code: 'E_WRITE', detail: { kind } });
    assert.match(name, /^note_/);
    assert.ok(failures[name].text, name);
  }
  for (const code of ['E_SETTINGS', 'E_NO_TARGET', 'E_TEMPLATE']) assert.notEqual(failureOf({ code }).name, 'internal', code);
});
