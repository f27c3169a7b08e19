/** Expected output in files that a reviewer can open. UPDATE=1 writes them anew. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../golden');

/**
 * What is no promise of these tests: the clock, the test site's port, and what
 * a newly trained model says of the page.
 * @param {string} text
 */
const normalise = (text) =>
  text
    .replace(/^fetched: .*$/m, 'fetched: NOW')
    .replace(/^(source|confidence|coverage|agreement|words|tokens): .*$/gm, '$1: JUDGED')
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
