/** Tests of hosts that end, are missing or are broken. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { pause } from './wait.mjs';

/** Bytes that a process has read: a host that has read part of a page has completed the handshake. @param {number} pid */
const bytesRead = (pid) => {
  try {
    return Number(/^rchar: (\d+)/.exec(fs.readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return 0; // the process has ended
  }
};

/** @param {import('./suite.mjs').SuiteContext} context */
export const hostTests = (context) => {
  const { visit, convert } = context;

  test('host killed during a request: the first time it is restarted, the second time the failure is shown', async () => {
    await visit('large.html');
    /** Converts the page and kills at most limit hosts while they receive it. */
    const convertAndKill = async (/** @type {number} */ limit) => {
      const popup = await context.harness.clickToolbarButton(context.page);
      const killed = new Set();
      while (!['done', 'failed'].includes(await popup.state())) {
        for (const pid of context.harness.hosts()) {
          if (killed.has(pid) || killed.size >= limit || bytesRead(pid) < 1 << 20) continue;
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
        await pause(20);
      }
      assert.ok(killed.size > 0);
      return popup;
    };
    let popup = await convertAndKill(1);
    assert.equal(await popup.state(), 'done');
    popup = await convertAndKill(10);
    assert.equal(await popup.failure(), 'host_stopped');
  });

  const missing = { chromium: 'host_missing', firefox: 'host_missing_or_forbidden' };
  const forbidden = { chromium: 'host_forbidden', firefox: 'host_missing_or_forbidden' };
  const any = (/** @type {string} */ name) => ({ chromium: name, firefox: name });
  for (const [kind, wanted] of /** @type {[string, Record<string, string>][]} */ ([
    ['missing', missing],
    ['forbidden', forbidden],
    ['not-executable', any('host_broken')],
    ['garbage', { chromium: 'host_broken', firefox: 'host_garbage' }],
    ['silent', any('host_silent')],
    ['exiting', any('host_broken')],
  ])) {
    test(`host ${kind}: the popup shows a sentence and an action`, async () => {
      context.harness.register(kind);
      try {
        await context.harness.killBackground(); // closes the port to the working host
        await visit('article.html');
        const popup = await convert('failed');
        assert.equal(await popup.failure(), wanted[context.harness.name]);
        assert.ok((await popup.text('#sentence')).length > 20);
        assert.ok((await popup.text('#action')).length > 3);
      } finally {
        context.harness.register('real');
        await context.harness.killBackground();
      }
    });
  }
};
