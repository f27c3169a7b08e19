/** Registers the real host, or one that fails, in a temporary profile. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const ids = JSON.parse(fs.readFileSync(path.join(root, 'manifests/extension/ids.json'), 'utf8'));
export const realHost = process.env.PULLTAB ?? path.join(root, 'bin/pulltab');

/** @param {string} name */
export const scratch = (name) => fs.mkdtempSync(path.join(os.tmpdir(), `pulltab-${name}-`));

/** @param {string} folder to which a browser may still write */
export const discard = (folder) => {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch {
    // The system deletes temporary files.
  }
};

// Node programs that fail like hosts do.
const failing = {
  garbage: `process.stdout.write('Hello, I am a wrapper script\\n'); setTimeout(() => {}, 60000);`,
  silent: `process.stdin.resume();`,
  exiting: `process.exit(3);`,
};

/**
 * @typedef {'real' | 'missing' | 'forbidden' | 'not-executable' | 'scripted' | keyof typeof failing} Kind
 *
 * @param {string} folder where the browser looks for registrations
 * @param {'chromium' | 'firefox'} browser
 * @param {Kind} [kind]
 */
export const register = (folder, browser, kind = 'real') => {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${ids.host}.json`);
  fs.rmSync(file, { force: true });
  if (kind === 'missing') return;
  const other = kind === 'forbidden';
  const allowed =
    browser === 'chromium'
      ? { allowed_origins: [`chrome-extension://${other ? 'a'.repeat(32) : ids.chromium}/`] }
      : { allowed_extensions: [other ? 'other@example.org' : ids.firefox] };
  const manifest = { name: ids.host, description: 'Pulltab', path: program(folder, kind), type: 'stdio', ...allowed };
  fs.writeFileSync(file, JSON.stringify(manifest));
};

/** Path of the file with a scripted host's answers. @param {string} folder of the registration */
export const scriptOf = (folder) => path.join(folder, 'script.json');

/** @param {string} folder @param {Kind} kind */
const program = (folder, kind) => {
  if (kind === 'real' || kind === 'forbidden') return realHost;
  const file = path.join(folder, `host-${kind}`);
  if (kind === 'not-executable') {
    fs.writeFileSync(file, '');
    return file;
  }
  const hostModule = JSON.stringify(path.join(root, 'extension/test/harness/scripted-host.mjs'));
  const script = kind === 'scripted' ? `import(${hostModule}).then(({ play }) => play(${JSON.stringify(scriptOf(folder))}));` : failing[/** @type {keyof typeof failing} */ (kind)];
  fs.writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  fs.chmodSync(file, 0o755);
  return file;
};

/** Process ids of running hosts that belong to a profile or home directory. @param {string} marker in their environment */
export const hostProcesses = (marker) =>
  fs.readdirSync('/proc').filter((pid) => {
    try {
      if (!/^\d+$/.test(pid) || fs.readlinkSync(`/proc/${pid}/exe`) !== fs.realpathSync(realHost)) return false;
      return fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(marker);
    } catch {
      return false; // the process has ended meanwhile
    }
  }).map(Number);
