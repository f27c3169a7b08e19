/** Renders the icon in all sizes of the manifests with Chromium. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../src/icons');
const svg = fs.readFileSync(path.join(folder, 'icon.svg'), 'utf8');
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const size of [16, 32, 48, 128]) {
  await page.setViewport({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: path.join(folder, `icon-${size}.png`), omitBackground: true });
}
await browser.close();
