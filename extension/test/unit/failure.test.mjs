import assert from 'node:assert/strict';
import test from 'node:test';
import './fake-browser.mjs';
import { failures, failureOf } from '../../src/failure.js';
const { hostFailure, pageFailure } = await import('../../src/browser.js');

/** @type {[text: string, greeted: boolean, want: string][]} */
const hostTexts = [
  ['Specified native messaging host not found.', false, 'host_missing'],
  ['Access to the specified native messaging host is forbidden.', false, 'host_forbidden'],
  ['No such native application io.pulltab.host', false, 'host_missing_or_forbidden'],
  ['Native host has exited.', false, 'host_broken'],
  ['Native host has exited.', true, 'host_stopped'],
  ['', true, 'host_stopped'],
  ['', false, 'host_broken'],
  ['Error when communicating with the native messaging host.', false, 'host_broken'],
  ['Error when communicating with the native messaging host.', true, 'host_stopped'],
  ['Native application tried to send a message of 1819043144 bytes, which exceeds the limit of 1048576 bytes.', false, 'host_garbage'],
  ['An unexpected error occurred', false, 'host_broken'],
];
for (const [text, greeted, want] of hostTexts) {
  test(`failure: ${text || 'no text'} (${greeted ? 'after' : 'before'} the handshake) is ${want}`, () => {
    assert.equal(hostFailure(text, greeted), want);
  });
}

/** @type {[text: string, url: string, want: string][]} */
const pageTexts = [
  ['Cannot access a chrome:// URL', '', 'page_blocked'],
  ['Cannot access contents of the page. Extension manifest must request permission to access the respective host.', 'https://example.com/', 'page_denied'],
  ['Missing host permission for the tab', 'https://example.com/', 'page_denied'],
  ['The extensions gallery cannot be scripted.', 'https://chromewebstore.google.com/x', 'page_blocked'],
  ['Missing host permission for the tab', 'https://addons.mozilla.org/de/firefox/', 'page_blocked'],
  ['Missing host permission for the tab', 'about:support', 'page_blocked'],
  ['No tab with id: 7.', '', 'page_gone'],
  ['Frame with ID 0 was removed.', 'https://example.com/', 'page_gone'],
  ['Frame with ID 0 is showing error page', 'https://example.com/', 'page_error'],
];
for (const [text, url, want] of pageTexts) {
  test(`failure: ${text} at ${url || 'an unknown address'} is ${want}`, async () => {
    assert.equal(await pageFailure(text, url), want);
  });
}

test('failure: every error code of the host maps to a failure with a sentence', () => {
  for (const code of ['E_BUSY', 'E_MEMORY', 'E_PANIC', 'E_DOC_TOO_LARGE', 'E_TOO_MANY_NODES', 'E_EMPTY', 'E_TIMEOUT', 'E_CANCELLED', 'E_ORIGIN', 'E_SOMETHING_NEW']) {
    assert.ok(failures[failureOf({ code }).name].text, code);
  }
});

test('failure: a reader of the database and an editor of Google Docs have sentences of their own', () => {
  assert.equal(failureOf({ code: 'E_STORE', detail: { kind: 'read' } }).name, 'store_read');
  assert.equal(failureOf({ code: 'E_STORE' }).name, 'store');
  assert.equal(failureOf({ code: 'E_NO_CONTENT', detail: { wall: 'editor' } }).name, 'page_editor');
});
