/** Tests of agents that read tabs: the built program against a real browser. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { realHost } from './registration.mjs';
import { until } from './wait.mjs';

const run = promisify(execFile);

/** @param {import('./suite.mjs').SuiteContext} context */
export const agentTests = (context) => {
  test('agents: without the switch the popup shows nothing of it, and there is no socket', async () => {
    const runtime = path.join(context.harness.home, 'run');
    await context.visit('article.html');
    const popup = await context.convert();
    assert.equal(await popup.evaluate((/** @type {Window} */ view) => /** @type {HTMLElement} */ (view.document.getElementById('agents')).hidden), true);
    await popup.close();
    await assert.rejects(run(realHost, ['tabs'], { env: { ...process.env, PULLTAB_RUNTIME: runtime } }), /E_GONE/);
  });

  test('agents: the reader lets agents read a signed-in tab once; other tabs and private ones stay closed', async () => {
    const runtime = path.join(context.harness.home, 'agents');
    const own = await context.open({ env: { PULLTAB_RUNTIME: runtime } });
    /** @param {string[]} args */
    const pulltab = async (...args) => {
      const { stdout, stderr } = await run(realHost, args, { env: { ...process.env, HOME: own.home, PULLTAB_RUNTIME: runtime } });
      return { stdout, stderr };
    };
    const refused = async (/** @type {string[]} */ ...args) => pulltab(...args).then(({ stdout }) => assert.fail(stdout), (error) => String(error.stderr));
    try {
      await own.background(async () => {
        const { switchAgents } = await import(/** @type {any} */ ('/agents/consent.js'));
        await switchAgents(true);
      });
      await until('the socket', () => pulltab('tabs').then(() => true, () => false));
      const canary = await own.open(context.site.url('article.html').replace('127.0.0.1', 'localhost'));
      const page = await own.open(context.site.url('login')); // signs in, and leads to a page that needs that
      const closed = await pulltab('tabs', '--json');
      assert.deepEqual(JSON.parse(closed.stdout).tabs, []);
      assert.ok(JSON.parse(closed.stdout).others >= 2);
      const popup = await context.convert('done', own, page);
      await until('the button', () => popup.evaluate((/** @type {Window} */ view) => !(/** @type {HTMLElement} */ (view.document.getElementById('agents')).hidden)));
      await popup.click('#agentsAllow'); // for this tab, once
      await until('the consent', async () => /this tab while it shows 127/.test((await popup.text('#agentsState')) ?? ''));
      await popup.close();
      const { stdout } = await pulltab('tabs', '--json');
      const { tabs, others } = JSON.parse(stdout);
      assert.equal(tabs.length, 1, stdout);
      assert.match(tabs[0].url, /private\.html/);
      assert.ok(others >= 1);
      assert.doesNotMatch(stdout, /localhost|article/);
      const read = (await pulltab('read', tabs[0].tab, '--budget', '800', '--purpose', 'to test')).stdout;
      assert.match(read, /^rev r[0-9a-f]{8}/);
      assert.match(read, /origin=http:\/\/127\.0\.0\.1:\d+>/);
      const rev = /rev (r[0-9a-f]{8})/.exec(read)?.[1] ?? '';
      await page.evaluate(() => {
        for (const p of document.querySelectorAll('p')) p.append(' The lamp was replaced on Friday.');
      });
      assert.match((await pulltab('read', tabs[0].tab, '--since', rev)).stdout, /since r[0-9a-f]{8}: \d+ blocks added[^]*The lamp was replaced/);
      assert.match((await pulltab('read', tabs[0].tab, '--block', `${rev}:b1`)).stdout, new RegExp(`^rev ${rev}`));
      await pulltab('wait', tabs[0].tab, '--for', 'p');
      assert.match(await refused('wait', tabs[0].tab, '--for', '!!'), /E_FIELD/);
      // The tab shows another site: the consent was not for that.
      await page.goto(context.site.url('article.html').replace('127.0.0.1', 'localhost'));
      assert.match(await refused('read', tabs[0].tab), /E_NOT_ALLOWED/);
      assert.deepEqual(JSON.parse((await pulltab('tabs', '--json')).stdout).tabs, []);
      await canary.close();
      // The reader sees who read what.
      const dashboard = await own.openDashboard();
      await until('the reads', () => dashboard.evaluate(() => /127\.0\.0\.1/.test(document.querySelector('#audit tbody')?.textContent ?? '')));
      assert.equal(await dashboard.evaluate(() => document.querySelectorAll('#audit tbody tr').length), 3);
      assert.match((await dashboard.evaluate(() => document.querySelector('#audit')?.textContent)) ?? '', /to test/);
      await own.background(async () => {
        const { switchAgents } = await import(/** @type {any} */ ('/agents/consent.js'));
        await switchAgents(false);
      });
      await until('the end of the host', () => refused('tabs').then((said) => /E_GONE/.test(said)));
    } finally {
      await own.close();
    }
  });
};
