/**
 * A fake host that answers the handshake with the fixture and each request from
 * a JSON file, which it reads anew each time. For states that are rare with the
 * real host.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const fixtures = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../internal/protocol/testdata');

/** @param {string} name of a message of the protocol */
const fixture = (name) => JSON.parse(fs.readFileSync(path.join(fixtures, `${name}.json`), 'utf8'));

/** @param {any} message */
const say = (message) => {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  process.stdout.write(Buffer.concat([head, body]));
};

/**
 * @param {string} script path of a file with { welcome?, result?, error?, progress?, summary? }; with
 *   neither result nor error the request stays pending. Database requests are
 *   answered by the fields stats, memory, recall, search and clip, or by the fixtures; targets by
 *   the field, or by none
 */
export const play = (script) => {
  const part = () => JSON.parse(fs.readFileSync(script, 'utf8'));
  let bytes = Buffer.alloc(0);
  process.stdin.on('data', (data) => {
    bytes = Buffer.concat([bytes, data]);
    while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32LE(0)) {
      const end = 4 + bytes.readUInt32LE(0);
      answer(JSON.parse(bytes.subarray(4, end).toString()), part());
      bytes = bytes.subarray(end);
    }
  });
  process.stdin.on('end', () => process.exit(0));
};

/** @param {any} message @param {any} part */
const answer = (message, part) => {
  const { id } = message;
  switch (message.t) {
    case 'hello':
      return say(part.welcome ?? fixture('welcome'));
    case 'chunk':
      return say({ t: 'ack', id, seq: message.seq });
    case 'cancel':
      return say({ t: 'error', id, code: 'E_CANCELLED', retry: 'no' });
    case 'summarize':
      return say({ t: 'result', id, result: part.summary });
    case 'convert':
    case 'end':
      if (message.for === 'report') return say({ ...fixture('result-report'), id });
      if (part.progress) say({ t: 'progress', id, ...part.progress });
      if (part.error) say({ t: 'error', id, retry: 'no', msg: '', ...part.error });
      if (part.result) say({ t: 'result', id, result: part.result });
      return;
    case 'stats':
    case 'memory':
    case 'recall':
    case 'search':
    case 'clip':
      return say({ ...fixture(`result-${message.t}`), id, ...(part[message.t] && { result: part[message.t] }) });
    case 'targets':
      return say({ t: 'result', id, result: part.targets ?? { targets: [], file: '' } });
    case 'saveTo':
    case 'picture':
      return say({ ...fixture(`result-${message.t}`), id });
    case 'edit':
      return say({ ...fixture('result-pieces'), id });
    case 'save':
      return say({ t: 'error', id, code: 'E_OFF', retry: 'no', msg: '' });
  }
};
