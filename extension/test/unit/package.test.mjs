import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { browsers, contentFor, manifestFor, pack } from '../../tools/pack.mjs';
import { ids, root } from '../harness/registration.mjs';

const permissions = ['activeTab', 'scripting', 'nativeMessaging', 'contextMenus', 'clipboardWrite', 'downloads', 'storage'];

test('package: asks for exactly the listed permissions', () => {
  assert.deepEqual(manifestFor('chromium').permissions, [...permissions, 'offscreen']);
  assert.deepEqual(manifestFor('firefox').permissions, permissions);
});

test('package: the README explains each permission, and no other', () => {
  const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\w+)`(?: \(Chromium\))? \| \S.{10,} \|$/gm)].map(([, name]) => name);
  assert.deepEqual(rows, [...permissions, 'offscreen']);
});

test('package: access to sites is optional, and nothing else is', () => {
  for (const browser of browsers) {
    const { optional_host_permissions: hosts, optional_permissions: others } = manifestFor(browser);
    assert.deepEqual(hosts, ['http://*/*', 'https://*/*']);
    assert.equal(others, undefined);
  }
});

test('package: asks for no access to sites without a click', () => {
  for (const browser of browsers) {
    const manifest = manifestFor(browser);
    for (const key of ['host_permissions', 'content_scripts', 'externally_connectable', 'web_accessible_resources']) {
      assert.equal(manifest[key], undefined, `${browser}: ${key}`);
    }
  }
});

test('package: the extension’s pages load nothing from other origins, have no other base and send no form', () => {
  for (const browser of browsers) {
    assert.equal(manifestFor(browser).content_security_policy.extension_pages, "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'");
  }
});

test('package: the Chromium id matches the key', () => {
  const digest = createHash('sha256').update(Buffer.from(manifestFor('chromium').key, 'base64')).digest('hex').slice(0, 32);
  const id = [...digest].map((digit) => String.fromCharCode(97 + parseInt(digit, 16))).join('');
  assert.equal(id, ids.chromium);
});

test('package: the Firefox manifest has the right id and declares no data collection', () => {
  const { gecko } = manifestFor('firefox').browser_specific_settings;
  assert.equal(gecko.id, ids.firefox);
  assert.deepEqual(gecko.data_collection_permissions, { required: ['none'] });
});

test('package: Firefox shows the button in the toolbar, with the same popup as Chromium', () => {
  const { default_area: area, ...rest } = manifestFor('firefox').action;
  assert.equal(area, 'navbar');
  assert.deepEqual(rest, manifestFor('chromium').action);
});

test('package: packing is reproducible', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pulltab-pack-'));
  try {
    for (const browser of browsers) {
      const first = fs.readFileSync(pack(browser, path.join(folder, 'a')).archive);
      const second = fs.readFileSync(pack(browser, path.join(folder, 'b')).archive);
      assert.ok(first.equals(second), browser);
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('package: contains every file that a manifest names', () => {
  for (const browser of browsers) {
    const names = new Set(contentFor(browser).map(([name]) => name));
    for (const [, name] of JSON.stringify(manifestFor(browser)).matchAll(/"([\w/-]+\.(?:js|html|png))"/g)) {
      assert.ok(names.has(name), `${browser}: ${name}`);
    }
  }
});

test('package: no script builds markup from text', () => {
  for (const [name, bytes] of contentFor('chromium')) {
    if (name.endsWith('.js') && name !== 'capture/capture.js') {
      assert.doesNotMatch(bytes.toString(), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/, name);
    }
  }
});
