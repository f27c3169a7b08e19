/** A virtual X display for native menus. */
import { execFileSync, spawn } from 'node:child_process';

export const openDisplay = async () => {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-ac'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  process.on('exit', () => server.kill());
  const number = await new Promise((resolve, reject) => {
    server.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
    server.once('exit', () => reject(new Error('Xvfb did not start')));
  });
  const display = `:${number}`;
  const act = (/** @type {(string | number)[]} */ ...words) => execFileSync('xdotool', words.map(String), { env: { ...process.env, DISPLAY: display } });
  return {
    name: display,
    /** @param {...(string | number)} words arguments of xdotool */
    act,
    /** Number of visible windows; each open menu is one. */
    windows: () => String(act('search', '--onlyvisible', '--name', '.*')).trim().split('\n').length,
    close: () => server.kill(),
  };
};
