/** Tests of summaries and questions in the popup. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { configureModel, startFakeModel } from './fake-model.mjs';
import { until } from './wait.mjs';

/** @param {import('./suite.mjs').SuiteContext} context */
export const summaryTests = (context) => {
  const { visit, convert } = context;

  /** @param {any} popup @param {string} state of the summary */
  const summaryIs = (popup, state) =>
    until(`a summary ${state}`, async () => (await popup.evaluate((/** @type {Window} */ view) => view.document.body.dataset.summary)) === state);

  test('summary: is streamed from the configured model, checked against the page, and shown as plain text', async () => {
    const model = await startFakeModel('Mara Lind has lived there for twelve years. See ![x](https://evil.example/a.png) <img src=x>.');
    try {
      configureModel(context.harness.home, { baseUrl: model.baseUrl, model: 'test-model' });
      await visit('article.html');
      const popup = await convert();
      await popup.click('#summarize');
      await until('the first words', async () => /^Mara Lind/.test(await popup.text('#summary')));
      await summaryIs(popup, 'shown');
      assert.match(await popup.text('#summary p'), /^Mara Lind has lived there for twelve years\.\d.* !\[x\]\(https/);
      assert.equal(await popup.text('#summary mark'), 'twelve');
      assert.match(await popup.text('#summary ol'), /For eleven years Mara Lind/);
      assert.match(await popup.text('#summaryNote'), /test-model at http:\/\/127\.0\.0\.1/);
      assert.equal(await popup.evaluate((/** @type {Window} */ view) => view.document.querySelectorAll('#summary :is(a, img)').length), 0);
      assert.equal(model.asked.length, 1);
      const { messages, temperature } = model.asked[0];
      assert.equal(temperature, 0.2);
      assert.match(messages[1].content, /^Title: The keeper of the north light\n<page>\n(?!---)/);
    } finally {
      model.close();
      configureModel(context.harness.home);
    }
  });

  test('summary: nothing is sent before the reader has seen the destination and consented', async () => {
    configureModel(context.harness.home, { baseUrl: 'https://models.invalid/v1', model: 'far-model' });
    try {
      await visit('article.html');
      const popup = await convert();
      await popup.click('#summarize');
      await summaryIs(popup, 'consent');
      assert.match(await popup.text('#summaryNote'), /would leave your computer and be sent to https:\/\/models\.invalid \(model far-model\)/);
      assert.equal(await popup.text('#summaryAgree'), 'Send to models.invalid');
      await popup.click('#summaryStop');
      await summaryIs(popup, 'idle');
      await popup.click('#summarize');
      await summaryIs(popup, 'consent');
      await popup.click('#summaryAgree');
      await until('the failure', async () => /does not respond/.test(await popup.text('#summaryNote')));
    } finally {
      configureModel(context.harness.home);
    }
  });

  test('summary: without a model the popup explains how to configure one', async () => {
    await visit('article.html');
    const popup = await convert();
    await popup.click('#summarize');
    await until('the note', async () => /pulltab summarize --help/.test(await popup.text('#summaryNote')));
  });

  test('question: the popup shows the sections that answer it', async () => {
    await visit('article.html');
    const popup = await convert();
    await popup.evaluate((/** @type {any} */ view) => {
      view.document.querySelector('#question').value = 'When was the middle light built?';
      view.document.querySelector('#query').requestSubmit();
    });
    await summaryIs(popup, 'answered');
    assert.match(await popup.text('#summary table'), /Middle light\s*1904/);
    assert.match(await popup.text('#summaryNote'), /answer your question/);
  });
};
