/** Hosts that die, are missing, or are none. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { pause } from './wait.mjs';

/** @param {import('./suite.mjs').SuiteContext} context */
export const hostTests = (context) => {
  const { visit, convert } = context;

  test('host killed in mid-request: once it is started again, twice it is reported', async () => {
    await visit('large.html');
    /** Kills hosts, at most so many, while the popup waits. */
    const hunt = async (/** @type {number} */ most) => {
      const popup = await context.harness.clickToolbarButton(context.page);
      const seen = new Map();
      const killed = new Set();
      while (!['done', 'failed'].includes(await popup.state())) {
        for (const pid of context.harness.hosts()) {
          if (!seen.has(pid)) seen.set(pid, Date.now());
          const greeted = Date.now() - seen.get(pid) > 500; // a host that dies sooner never started
          if (!greeted || killed.has(pid) || killed.size >= most) continue;
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
        await pause(20);
      }
      assert.ok(killed.size > 0);
      return popup;
    };
    let popup = await hunt(1);
    assert.equal(await popup.state(), 'done');
    popup = await hunt(10);
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
    test(`host ${kind}: one state with a sentence and an action`, async () => {
      context.harness.register(kind);
      try {
        await context.harness.killBackground(); // closes the port to the host that still works
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
