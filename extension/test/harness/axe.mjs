/** Runs axe-core in a page of the extension. */
import fs from 'node:fs';
import path from 'node:path';
import { root } from './registration.mjs';

const axe = fs.readFileSync(path.join(root, 'extension/node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * @param {import('puppeteer-core').Page} screen
 * @returns {Promise<{ found: any[], passes: number }>} passes: number of rules that passed, 0 if axe did not run
 */
export const violations = async (screen) => {
  await screen.evaluate(axe);
  return screen.evaluate(async () => {
    const { violations: found, passes } = await /** @type {any} */ (globalThis).axe.run();
    return { found: found.map((/** @type {any} */ v) => [v.id, v.nodes.map((/** @type {any} */ n) => n.html)]), passes: passes.length };
  });
};
