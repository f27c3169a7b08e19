import assert from 'node:assert/strict';
import test from 'node:test';
import './fake-browser.mjs';

/** @type {any} */
const api = /** @type {any} */ (globalThis).chrome;
/** @type {Record<string, unknown>} */
let session = {};
/** @type {any} */
let tab = {};
let label = '';
let colour = '';
Object.assign(api, {
  storage: {
    session: {
      set: async (/** @type {object} */ values) => Object.assign(session, values),
      get: async (/** @type {string} */ key) => (key in session ? { [key]: session[key] } : {}),
      remove: async (/** @type {string} */ key) => delete session[key],
    },
  },
  tabs: { get: async () => tab },
  action: {
    setBadgeText: async (/** @type {any} */ badge) => (label = badge.text),
    setBadgeBackgroundColor: async (/** @type {any} */ badge) => (colour = badge.color),
    setBadgeTextColor: async () => {},
    setTitle: async () => {},
  },
});
const { trackPage, onTabChanged, showFailure, showScore } = await import('../../src/background/badge.js');

const result = /** @type {any} */ ({ quality: { score: 0.85, factors: {} } });
const openTab = async (/** @type {object} */ now) => {
  session = {};
  label = '';
  tab = { id: 7, url: 'https://example.org/a', incognito: false, ...now };
  await trackPage(7);
};

test('badge: shows the confidence, or the quality if there is none', async () => {
  await openTab({});
  await showScore(7, result);
  assert.equal(label, '85');
  assert.equal(colour, '#96660a'); // medium
  await showScore(7, { ...result, confidence: { score: 0.97, band: 'high' } });
  assert.equal(label, '97');
  assert.equal(colour, '#1a7f4b'); // high
  await showScore(7, { ...result, confidence: { score: 0.74, band: 'low' } });
  assert.equal(label, '74');
  assert.equal(colour, '#c0392b'); // low
});

test('badge: addresses in private windows are not stored, and their badge is cleared, too', async () => {
  await openTab({ incognito: true });
  await showScore(7, result);
  assert.deepEqual(session, {});
  await onTabChanged(7, { url: 'https://example.org/b' });
  assert.equal(label, '');
});

test('badge: only the shown address is stored, until the badge is cleared', async () => {
  await openTab({});
  await showScore(7, result);
  assert.deepEqual(session, { 'badge:7': 'https://example.org/a' });
  await onTabChanged(7, { url: 'https://example.org/b' });
  assert.deepEqual(session, {});
});

/** @type {[name: string, change: object, now: string, want: string][]} */
const moves = [
  ['a jump within the page does not clear it', { url: 'https://example.org/a#part' }, 'https://example.org/a#part', '85'],
  ['the end of loading does not clear it', { status: 'complete' }, 'https://example.org/a', '85'],
  ['a new title does not clear it', { title: 'New' }, 'https://example.org/a', '85'],
  ['a script that changes the address clears it', { url: 'https://example.org/b' }, 'https://example.org/b', ''],
  ['a fragment that names a view clears it', { url: 'https://example.org/a#/b' }, 'https://example.org/a#/b', ''],
  ['reloading clears it', { status: 'loading' }, 'https://example.org/a', ''],
  ['a changed address is found if the event does not contain it', { status: 'complete' }, 'https://example.org/b', ''],
];
for (const [name, change, now, want] of moves) {
  test(`badge: ${name}`, async () => {
    await openTab({});
    await showScore(7, result);
    tab.url = now;
    await onTabChanged(7, change);
    assert.equal(label, want);
  });
}

test('badge: a page that was left during its conversion leaves no score and no failure', async () => {
  await openTab({});
  tab.url = 'https://example.org/b';
  await onTabChanged(7, { status: 'loading', url: tab.url });
  await showScore(7, result);
  assert.equal(label, '');
  await showFailure(7, 'Something went wrong.');
  assert.equal(label, '');
});
