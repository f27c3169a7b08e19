import assert from 'node:assert/strict';
import test from 'node:test';
import './fake-browser.mjs';
const { count, day, decimal, language, percent, truncate } = await import('../../src/text.js');

/** @param {string} translated language of the messages @param {string} wanted language of the browser */
const setLanguage = (translated, wanted) => {
  /** @type {any} */ (globalThis).chrome.i18n = { getMessage: () => translated, getUILanguage: () => wanted };
};

test('text: German numbers have a decimal comma', () => {
  setLanguage('de', 'de');
  assert.equal(decimal(0.85, 2), '0,85');
  assert.equal(decimal(1, 2), '1,00');
  assert.equal(count(61200), '61.200');
  assert.equal(percent(0.785, 1), '78,5\u00a0%');
  assert.equal(day('1999-05-03T12:00:00Z'), '3. Mai 1999');
});

test('text: numbers and dates are in the language of the messages, in the reader’s variant', () => {
  setLanguage('de', 'de-CH');
  assert.equal(language(), 'de-CH');
  setLanguage('en', 'fr');
  assert.equal(language(), 'en');
  assert.equal(decimal(0.85, 2), '0.85');
  assert.equal(day('1999-05-03T12:00:00Z'), 'May 3, 1999');
});

test('text: percentages are rounded down', () => {
  setLanguage('en', 'en');
  assert.equal(percent(0.999), '99%');
  assert.equal(percent(1), '100%');
  for (let n = 0; n <= 100; n++) assert.equal(percent(n / 100), `${n}%`);
});

test('text: truncation does not split a surrogate pair', () => {
  assert.equal(truncate('ab😀', 3), 'ab');
  assert.equal(truncate('ab😀', 4), 'ab😀');
  assert.equal(truncate('ab', 4), 'ab');
});
