/** Compares output with golden files. UPDATE=1 rewrites them. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../golden');

/**
 * Replaces values that vary: the time, the test site's port, and values that
 * depend on the trained model.
 * @param {string} text
 */
const normalise = (text) =>
  text
    .replace(/^fetched: .*$/m, 'fetched: NOW')
    .replace(/^(source|confidence|coverage|agreement|words|tokens): .*$/gm, '$1: MODEL')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'SITE');

/** @param {string} got @param {string} name */
export const assertGolden = (got, name) => {
  const file = path.join(folder, name);
  if (process.env.UPDATE && !process.env.CI) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, normalise(got));
  }
  assert.equal(normalise(got), fs.readFileSync(file, 'utf8'));
};
