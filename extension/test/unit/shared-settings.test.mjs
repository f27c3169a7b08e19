import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import './fake-browser.mjs';
const { host } = await import('../../src/background/convert.js');
const { defaults, loadSettings, saveSettings } = await import('../../src/settings.js');
const { pullSettings, pushSettings, settingsAreShared, shareSettings } = await import('../../src/save/shared-settings.js');

/** The host's settings file. @param {Record<string, unknown> | undefined} options */
const fileWith = (options) => {
  mock.restoreAll();
  const file = { options, asked: 0 };
  mock.method(host, 'ask', async (/** @type {any} */ { t, set }) => {
    assert.equal(t, 'options');
    file.asked++;
    if (set) file.options = set;
    return { options: file.options, file: '/x' };
  });
  return file;
};

test('shared settings: off by default; nothing is asked or written', async () => {
  const file = fileWith({ images: 'drop' });
  await pullSettings();
  await pushSettings({ settings: { newValue: { ...defaults, images: 'alt' } } });
  assert.equal(await settingsAreShared(), false);
  assert.equal(file.asked, 0);
  assert.deepEqual(await loadSettings(), defaults);
});

test('shared settings: the file’s settings win, and without any this browser’s are written', async () => {
  await saveSettings({ ...defaults, images: 'alt', commentDepth: 5 });
  const empty = fileWith(undefined);
  await shareSettings(true);
  assert.equal(empty.options?.images, 'alt');
  assert.equal(empty.options?.commentDepth, 5);
  const other = fileWith({ images: 'drop', newer: 'x' });
  await pullSettings();
  assert.equal((await loadSettings()).images, 'drop');
  assert.equal((await loadSettings()).commentDepth, 5, 'a setting that the file does not have');
  await pushSettings({ settings: { newValue: { ...(await loadSettings()), links: 'drop' } } });
  assert.equal(other.options?.links, 'drop');
  assert.equal(other.options?.newer, 'x', 'a setting of a newer version stays');
  await shareSettings(false);
});

test('shared settings: consent to requests and values of another type are not taken over', async () => {
  await saveSettings({ ...defaults });
  const file = fileWith({ askOrigin: true, oneClick: true, comments: 'no', commentDepth: 4, unknown: 1 });
  await shareSettings(true);
  assert.deepEqual(await loadSettings(), { ...defaults, commentDepth: 4 });
  await pushSettings({ settings: { newValue: { ...defaults, commentDepth: 7, askOrigin: true } } });
  assert.equal(file.options?.commentDepth, 7);
  assert.equal(file.options?.askOrigin, true, 'what the file had stays, and is not ours');
  await shareSettings(false);
});

test('shared settings: a change that came from the file is not written back', async () => {
  const file = fileWith({ ...defaults, images: 'alt' });
  await shareSettings(true);
  const before = file.options;
  await pushSettings({ settings: { newValue: await loadSettings() } });
  assert.equal(file.options, before);
  await shareSettings(false);
});
