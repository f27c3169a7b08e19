/** A fake language model server on 127.0.0.1 that streams a given answer word by word. */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pause } from './wait.mjs';

/** @param {string} answer */
export const startFakeModel = async (answer) => {
  /** @type {any[]} */
  const asked = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push(JSON.parse(body));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const content of answer.split(/(?<= )/)) {
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
      await pause(30);
    }
    response.end(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { baseUrl: `http://127.0.0.1:${port}/v1`, asked, close: () => server.close() };
};

/**
 * Configures the model in a home directory, or removes it.
 * @param {string} home
 * @param {{ baseUrl: string, model: string }} [config]
 */
export const configureModel = (home, config) => {
  const folder = path.join(home, '.config/pulltab');
  const file = path.join(folder, 'model.json');
  if (!config) return fs.rmSync(file, { force: true });
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
};
