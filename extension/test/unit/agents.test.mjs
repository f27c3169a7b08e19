import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { beforeEach } from 'node:test';
import './fake-browser.mjs';
import { root } from '../harness/registration.mjs';

/** @type {any} */
const api = /** @type {any} */ (globalThis).chrome;
/** @type {Record<string, any>} */
let local = {};
/** @type {Record<string, any>} */
let session = {};
/** @type {Set<string>} */
let granted = new Set();
/** @type {any[]} */
let tabs = [];
const area = (/** @type {() => any} */ stored) => ({
  get: async (/** @type {string} */ key) => (key in stored() ? { [key]: structuredClone(stored()[key]) } : {}),
  set: async (/** @type {any} */ values) => void Object.assign(stored(), structuredClone(values)),
  remove: async (/** @type {string} */ key) => void delete stored()[key],
});
api.storage = { local: area(() => local), session: area(() => session), onChanged: { addListener: () => {} } };
api.permissions = {
  contains: async (/** @type {any} */ { origins }) => origins.every((/** @type {string} */ o) => granted.has(o)),
  request: async (/** @type {any} */ { origins }) => (origins.forEach((/** @type {string} */ o) => granted.add(o)), true),
  remove: async (/** @type {any} */ { origins }) => (origins.forEach((/** @type {string} */ o) => granted.delete(o)), true),
  getAll: async () => ({ origins: [...granted] }),
};
api.tabs = { query: async () => tabs, get: async (/** @type {number} */ id) => tabs.find((t) => t.id === id) ?? assert.fail('no tab') };
api.windows = { getLastFocused: async () => ({ id: 1 }) };
const { allowOnce, allowedSites, endOnceElsewhere, endSession, finishRequest, isReadable, requestSite, revokeSite, siteOf } = await import('../../src/agents/consent.js');
const { isSensitive, sensitiveHosts } = await import('../../src/agents/sensitive.js');
const { listTabs, originOfTab, readPage } = await import('../../src/agents/reads.js');

const tab = (/** @type {any} */ changed = {}) => ({ id: 7, url: 'https://example.com:8443/a', title: 'A', incognito: false, active: true, windowId: 1, status: 'complete', ...changed });

beforeEach(() => {
  local = {};
  session = {};
  granted = new Set();
  tabs = [tab()];
});

test('agents: a tab is readable only with the reader’s list, the browser’s access and no private window', async () => {
  assert.equal(await isReadable(tab()), false);
  granted.add('https://example.com/*');
  assert.equal(await isReadable(tab()), false, 'access alone');
  local.agentSites = { 'https://example.com': 'always' };
  assert.equal(await isReadable(tab()), true);
  assert.equal(await isReadable(tab({ incognito: true })), false, 'a private window');
  for (const url of ['http://example.com/', 'https://www.example.com/', 'https://example.com.evil.example/', 'file:///etc/passwd', 'chrome://settings', '', undefined]) {
    assert.equal(await isReadable(tab({ url })), false, url);
  }
  granted.clear();
  assert.equal(await isReadable(tab()), false, 'the list alone');
});

test('agents: a consent for once is for one tab and one origin', async () => {
  await allowOnce(tab());
  assert.equal(await isReadable(tab({ url: 'https://example.com:8443/b' })), true);
  assert.equal(await isReadable(tab({ url: 'https://example.com/' })), false, 'another port');
  assert.equal(await isReadable(tab({ id: 8 })), false, 'another tab');
  assert.equal(await isReadable(tab({ incognito: true })), false);
});

test('agents: a consent for once ends when the tab shows another site', async () => {
  await allowOnce(tab());
  await endOnceElsewhere(7, {}, tab({ url: 'https://example.com:8443/b' }));
  await endOnceElsewhere(8, {}, tab({ id: 8, url: 'https://other.example/' }));
  assert.equal(await isReadable(tab()), true);
  await endOnceElsewhere(7, {}, tab({ url: undefined })); // without access the browser hides the address
  assert.equal(await isReadable(tab()), false, 'the tab has come back');
});

test('agents: a request that the popup does not outlive is finished by the background', async () => {
  session.agentIntent = { site: 'https://example.com', extent: 'session', until: Date.now() + 60_000 };
  await finishRequest();
  assert.deepEqual(await allowedSites(), {}, 'without the browser’s access');
  granted.add('https://example.com/*');
  await finishRequest();
  assert.deepEqual(await allowedSites(), { 'https://example.com': 'session' });
  assert.equal(session.agentIntent, undefined);
});

test('agents: access that the browser grants after a refused or forgotten dialog is no consent', async () => {
  const { request } = api.permissions;
  api.permissions.request = async () => false;
  assert.equal(await requestSite('https://example.com', 'always'), false);
  api.permissions.request = request;
  granted.add('https://example.com/*');
  await finishRequest();
  assert.deepEqual(await allowedSites(), {});
  session.agentIntent = { site: 'https://example.com', extent: 'always', until: Date.now() - 1 };
  await finishRequest();
  assert.deepEqual(await allowedSites(), {});
});

test('agents: a revoked site is neither listed nor accessible; a session’s access ends with it', async () => {
  await requestSite('https://example.com', 'always');
  await requestSite('https://example.org', 'session');
  assert.deepEqual(await allowedSites(), { 'https://example.com': 'always', 'https://example.org': 'session' });
  session = {}; // the browser was closed
  await endSession();
  assert.deepEqual([...granted], ['https://example.com/*']);
  await revokeSite('https://example.com');
  assert.deepEqual([...granted], []);
  assert.deepEqual(await allowedSites(), {});
});

test('agents: other tabs are only counted, and private ones are not', async () => {
  await requestSite('https://example.com', 'always');
  tabs = [tab(), tab({ id: 8, url: undefined, title: undefined }), tab({ id: 9, url: 'https://canary.example/', title: 'CANARY' }), tab({ id: 10, incognito: true, title: 'CANARY' })];
  const listed = await listTabs();
  assert.deepEqual(listed, { tabs: [{ id: 7, title: 'A', url: 'https://example.com:8443/a', active: true, loaded: true }], others: 2 });
});

test('agents: a tab that may not be read, is unloaded or is frozen has a code of its own', async () => {
  const code = (/** @type {Promise<any>} */ job) => job.then(() => 'none', (error) => error.code);
  assert.equal(await code(readPage(99)), 'E_NO_TAB');
  assert.equal(await code(readPage(7)), 'E_NOT_ALLOWED');
  await requestSite('https://example.com', 'always');
  assert.deepEqual(await originOfTab(7), { origin: 'https://example.com:8443' });
  tabs = [tab({ discarded: true })];
  assert.equal(await code(readPage(7)), 'E_DISCARDED');
  tabs = [tab({ frozen: true })];
  assert.equal(await code(readPage(7)), 'E_FROZEN');
  tabs = [tab({ incognito: true })];
  assert.equal(await code(readPage(7)), 'E_NO_TAB');
});

test('agents: a page that navigates between consent and capture is not sent', async () => {
  await requestSite('https://example.com', 'always');
  api.scripting = {
    executeScript: async (/** @type {any} */ { args }) => [{ result: args && { source: { html: '<p>CANARY</p>', url: 'https://bank.example/' } } }],
  };
  const code = await readPage(7).then(() => 'none', (error) => error.code);
  assert.equal(code, 'E_NAVIGATED');
});

test('agents: sensitive sites and their subdomains need a second click; the host has the same list', () => {
  const text = fs.readFileSync(path.join(root, 'internal/sensitive/hosts.txt'), 'utf8');
  assert.deepEqual(sensitiveHosts, text.split('\n').filter((line) => line && !line.startsWith('#')));
  for (const host of ['paypal.com', 'www.paypal.com', 'mail.google.com', 'tax.service.gov.uk']) assert.ok(isSensitive(host), host);
  for (const host of ['example.com', 'notpaypal.com', 'paypal.com.example.org', 'docs.google.com', '']) assert.ok(!isSensitive(host), host);
  assert.equal(siteOf('https://example.com:8443/a?b#c'), 'https://example.com');
});
