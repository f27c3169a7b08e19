/**
 * Packs the extension: dist/<browser>/ for loading it unpacked, and the same
 * content as dist/pulltab-<browser>-<version>.zip. Packing is reproducible.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { zip } from './zip.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const source = path.join(root, 'extension/src');
const manifests = path.join(root, 'manifests/extension');
export const browsers = ['chromium', 'firefox'];

/** @param {string} name */
const readManifest = (name) => JSON.parse(fs.readFileSync(path.join(manifests, `${name}.json`), 'utf8'));

/** The base manifest with a browser's additions: lists are appended, objects merged, other values replaced. @param {string} browser */
export const manifestFor = (browser) => {
  const merged = readManifest('base');
  for (const [key, value] of Object.entries(readManifest(browser))) {
    if (Array.isArray(value)) merged[key] = [...(merged[key] ?? []), ...value];
    else merged[key] = typeof value === 'object' ? { ...merged[key], ...value } : value;
  }
  return merged;
};

/** Paths of the extension's files, sorted. @returns {string[]} */
const files = () =>
  fs
    .readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'icon.svg' && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();

/** uPlot, the only library in the extension, unmodified. @type {[string, string][]} */
const vendored = [
  ['vendor/uplot.LICENSE', 'LICENSE'],
  ['vendor/uplot.css', 'dist/uPlot.min.css'],
  ['vendor/uplot.js', 'dist/uPlot.esm.js'],
];

/** @param {string} browser @returns {[string, Buffer][]} names and content */
export const contentFor = (browser) => [
  ['manifest.json', Buffer.from(`${JSON.stringify(manifestFor(browser), null, 2)}\n`)],
  ...files().map((name) => /** @type {[string, Buffer]} */ ([name, fs.readFileSync(path.join(source, name))])),
  ...vendored.map(([name, file]) => /** @type {[string, Buffer]} */ ([name, fs.readFileSync(path.join(root, 'extension/node_modules/uplot', file))])),
];

/** @param {string} browser @param {string} [out] folder to write to */
export const pack = (browser, out = path.join(root, 'dist')) => {
  const folder = path.join(out, browser);
  const content = contentFor(browser);
  fs.rmSync(folder, { recursive: true, force: true });
  for (const [name, bytes] of content) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes);
  }
  const archive = path.join(out, `pulltab-${browser}-${manifestFor(browser).version}.zip`);
  fs.writeFileSync(archive, zip(content));
  return { folder, archive };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const browser of browsers) process.stdout.write(`${path.relative(process.cwd(), pack(browser).archive)}\n`);
}
