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
const { fetchPicture, pictureAddresses } = await import('../../src/save/pictures.js');
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
  await saveTo('journal', result('https://one.example/a'), { id: 1, incognito: false });
  await saveTo('vault', result('https://two.example/a'), { id: 1, incognito: false });
  await saveTo('vault', result('https://one.example/b'), { id: 1, incognito: true });
  assert.equal((await loadTargets('https://one.example/c')).chosen, 'journal');
  assert.equal((await loadTargets('https://three.example/')).chosen, 'vault');
  await forgetTargets();
  assert.equal((await loadTargets('https://one.example/c')).chosen, 'vault');
  answerWith(names('vault'));
  await saveTo('journal', result('https://one.example/a'), { id: 1, incognito: false });
  assert.equal((await loadTargets('https://one.example/a')).chosen, 'vault', 'a folder that the settings no longer name');
});

test('targets: a note is sent with its alias and the time of the click, and never cut', async () => {
  const log = answerWith(names('vault'));
  await saveTo('vault', result('https://one.example/a'), { id: 1, incognito: false });
  const { at, ...sent } = log.calls[1].arguments[0];
  assert.deepEqual(sent, { t: 'saveTo', target: 'vault', url: 'https://one.example/a', title: 'A', markdown: 'Text.', metadata: { source: 'blocks' } });
  assert.ok(Math.abs(Date.now() - at) < 60_000);
  await assert.rejects(saveTo('vault', result('https://one.example/a', 'x'.repeat((1 << 20) + 1)), { id: 1, incognito: false }), (error) => error instanceof Failure && error.name === 'note_too_long');
  assert.equal(log.calls.length, 2);
});

test('targets: the outcome is a sentence, with the file of the reader’s edited text', () => {
  assert.equal(noteSentence('vault', { path: 'A.md', outcome: 'updated', beside: 'A (edited).md' }), 'noted_updated · noteBeside');
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

test('targets: the addresses of pictures are found with parentheses, escapes and titles, each once', () => {
  const markdown = '![a](https://a.example/1.png) [![b \\] c](https://a.example/2_(x).png "Title")](https://a.example/) ![](<https://a.example/3 x.png>) '
    + '![d](https://a.example/4\\_5.png) ![again](https://a.example/1.png) [link](https://a.example/6.png) ![data](data:image/png;base64,AA) ![rel](x.png)';
  assert.deepEqual(pictureAddresses(markdown), ['https://a.example/1.png', 'https://a.example/2_(x).png', 'https://a.example/3 x.png', 'https://a.example/4_5.png']);
});

test('targets: pictures are stored in pieces; each that is not keeps its address, with a reason', async () => {
  /** @type {Record<string, any>} */
  const answers = {
    'https://a.example/1.png': { base64: 'A'.repeat(1_000_004), size: 750_003, problem: '' },
    'https://a.example/2.png': { size: 0, problem: 'blocked' },
    'https://a.example/3.svg': { base64: 'AAAA', size: 3, problem: '' },
    'https://a.example/4.png': { size: 0, problem: '' },
  };
  /** @type {any} */ (globalThis).chrome.scripting = { executeScript: async (/** @type {any} */ { args }) => [{ result: answers[args[0]] }] };
  /** @type {any[]} */
  const pieces = [];
  answerWith((question) => {
    if (question.t === 'targets') return { targets: [{ alias: 'vault', pictures: true }] };
    if (question.t === 'saveTo') return { path: 'A.md', outcome: 'created', sent: question.pictures };
    if (question.data === 'AAAA' && question.seq === 1) throw new Failure('internal', 'E_FIELD');
    pieces.push([question.seq, question.last, question.data.length]);
    return question.last ? { path: 'assets/x.png' } : {};
  });
  const markdown = Object.keys(answers).map((address) => `![](${address})`).join(' ');
  const note = /** @type {any} */ (await saveTo('vault', result('https://a.example/', markdown), { id: 1, incognito: false }));
  assert.deepEqual(pieces, [[1, false, 1_000_000], [2, true, 4]]);
  assert.deepEqual(note.sent, [{ url: 'https://a.example/1.png', path: 'assets/x.png' }]);
  assert.deepEqual(note.pictures.map((/** @type {any} */ { fate }) => fate), ['stored', 'blocked', 'type', 'type']);
  assert.equal(noteSentence('vault', note), 'noted_created · notePictures');
});

test('targets: the function that fetches pictures refers to nothing outside of itself', () => {
  const rebuilt = new Function(`return ${fetchPicture.toString()}`)();
  assert.equal(rebuilt.name, 'fetchPicture');
  assert.doesNotMatch(fetchPicture.toString(), /\b(?:api|host|max[A-Z]\w+|fetchMs)\b/);
});
