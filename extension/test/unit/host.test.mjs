import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { chunksOf, createHost } from '../../src/background/host.js';

const fixtures = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../internal/protocol/testdata');
const fixture = (/** @type {string} */ name) => JSON.parse(fs.readFileSync(path.join(fixtures, `${name}.json`), 'utf8'));
const welcome = fixture('welcome');

/** A port whose other end is the test. */
const createPort = () => {
  /** @type {any[]} */
  const sent = [];
  const hear = /** @type {((message: any) => void)[]} */ ([]);
  const closed = /** @type {(() => void)[]} */ ([]);
  const port = {
    sent,
    open: true,
    postMessage: (/** @type {any} */ message) => {
      sent.push(structuredClone(message));
      port.onSent(message);
    },
    onSent: (/** @type {any} */ _message) => {},
    disconnect: () => (port.open = false),
    onMessage: { addListener: (/** @type {any} */ f) => hear.push(f) },
    onDisconnect: { addListener: (/** @type {any} */ f) => closed.push(f) },
    say: (/** @type {any} */ message) => hear.forEach((f) => f(message)),
    die: () => closed.forEach((f) => f()),
  };
  return port;
};

/** @typedef {ReturnType<typeof createPort>} FakePort */

/** @param {(port: FakePort, message: any) => void} behave what the host does with each message */
const connectTo = (behave) => {
  /** @type {FakePort[]} */
  const ports = [];
  const host = createHost({
    connect: () => {
      const port = createPort();
      port.onSent = (message) => queueMicrotask(() => behave(port, message));
      ports.push(port);
      return /** @type {any} */ (port);
    },
    failureOfClose: () => 'host_stopped',
    client: { ext: '0.1.0', browser: 'firefox/153', locale: 'de' },
  });
  return { host, ports };
};

const small = { meta: { url: 'https://example.com/' }, content: { html: '<p>Hello</p>' }, opts: { format: 'markdown' } };

/** Greets, and answers every whole request with what it got. @param {FakePort} port @param {any} message */
const politeHost = (port, message) => {
  switch (message.t) {
    case 'hello':
      return port.say(welcome);
    case 'chunk':
      return port.say({ t: 'ack', id: message.id, seq: message.seq });
    case 'convert':
    case 'end':
      return port.say({ ...fixture('result'), id: message.id });
  }
};

test('host: the greeting is the fixture of the protocol', async () => {
  const { host, ports } = connectTo(politeHost);
  await host.handshake();
  assert.deepEqual(ports[0].sent[0], fixture('hello'));
  host.close();
});

test('host: a small page travels in one message with the fields of the fixture', async () => {
  const { host, ports } = connectTo(politeHost);
  const example = fixture('convert');
  const result = await host.convert({ meta: example.meta, content: example.content, opts: example.opts });
  assert.deepEqual(ports[0].sent[1], { ...example, id: 'c1' });
  assert.deepEqual(result, fixture('result').result);
  host.close();
});

test('host: a long page travels in chunks, its side lists after the HTML', async () => {
  const { host, ports } = connectTo((port, message) =>
    message.t === 'hello' ? port.say({ ...welcome, limits: { ...welcome.limits, chunkUnits: 10 } }) : politeHost(port, message),
  );
  const content = { html: '<p>Grüße 😀</p>', stamps: { elements: 1, every: 1, sample: ['p'] } };
  await host.convert({ ...small, content });
  const whole = content.html + JSON.stringify({ stamps: content.stamps });
  const [, open, ...rest] = ports[0].sent;
  const end = rest.pop();
  assert.deepEqual([open.t, open.units, open.html], ['open', whole.length, content.html.length]);
  assert.deepEqual(rest.map(({ t, seq }) => [t, seq]), rest.map((_, n) => ['chunk', n + 1]));
  assert.equal(rest.map(({ s }) => s).join(''), whole);
  assert.deepEqual(end, { t: 'end', id: open.id, chunks: rest.length, units: whole.length });
  host.close();
});

test('host: never more chunks on the way than the window allows', async () => {
  let waiting = 0;
  let most = 0;
  const { host } = connectTo((port, message) => {
    if (message.t === 'hello') return port.say({ ...welcome, limits: { ...welcome.limits, chunkUnits: 4, window: 3 } });
    if (message.t !== 'chunk') return politeHost(port, message);
    most = Math.max(most, ++waiting);
    setImmediate(() => {
      waiting--;
      port.say({ t: 'ack', id: message.id, seq: message.seq });
    });
  });
  await host.convert({ ...small, content: { html: 'x'.repeat(100) } });
  assert.equal(most, 3);
  host.close();
});

test('host: chunks never end inside a character, and lose nothing', () => {
  for (const text of ['a😀b', '😀'.repeat(50), `${'x'.repeat(9)}😀`, 'ab\ud83d', '']) {
    for (const size of [2, 3, 7, 10]) {
      const chunks = [...chunksOf(text, size)];
      assert.equal(chunks.join(''), text);
      for (const chunk of chunks.slice(0, -1)) assert.doesNotMatch(chunk, /[\ud800-\udbff]$/);
      for (const chunk of chunks) assert.ok(chunk.length <= size && chunk.length > 0);
    }
  }
});

test('host: an answer in parts is put together', async () => {
  const whole = JSON.stringify({ url: 'https://example.com/long', markdown: 'Grüße 😀' });
  const { host } = connectTo((port, message) => {
    if (message.t !== 'convert') return politeHost(port, message);
    port.say({ t: 'part', id: message.id, seq: 1, s: whole.slice(0, 20) });
    port.say({ t: 'part', id: message.id, seq: 2, s: whole.slice(20) });
    port.say({ t: 'result', id: message.id, parts: 2, units: whole.length });
  });
  assert.deepEqual(await host.convert(small), JSON.parse(whole));
  host.close();
});

test('host: an answer that lacks a part is a failure, never a shorter text', async () => {
  const { host } = connectTo((port, message) => {
    if (message.t !== 'convert') return politeHost(port, message);
    port.say({ t: 'part', id: message.id, seq: 2, s: '"}' });
    port.say({ t: 'result', id: message.id, parts: 2, units: 40 });
  });
  await assert.rejects(host.convert(small), { name: 'internal' });
  host.close();
});

test('host: progress is passed on', async () => {
  const { host } = connectTo((port, message) => {
    if (message.t === 'convert') {
      port.say({ t: 'progress', id: message.id, stage: 'parse' });
      port.say({ t: 'progress', id: message.id, stage: 'extract', done: 2, of: 6 });
    }
    politeHost(port, message);
  });
  /** @type {unknown[]} */
  const seen = [];
  await host.convert(small, { progress: (stage, share) => seen.push([stage, share]) });
  assert.deepEqual(seen, [
    ['parse', -1],
    ['extract', 2 / 6],
  ]);
  host.close();
});

test('host: cancelling tells the host and ends the request', async () => {
  const { host, ports } = connectTo((port, message) => message.t === 'hello' && port.say(welcome));
  const stop = new AbortController();
  const converting = host.convert(small, { signal: stop.signal });
  setImmediate(() => stop.abort());
  await assert.rejects(converting, { name: 'cancelled' });
  assert.deepEqual(ports[0].sent.at(-1), { ...fixture('cancel'), id: 'c1' });
  host.close();
});

test('host: a host that died is started again once', async () => {
  let deaths = 0;
  const { host, ports } = connectTo((port, message) => (message.t === 'convert' && deaths++ === 0 ? port.die() : politeHost(port, message)));
  assert.deepEqual(await host.convert(small), fixture('result').result);
  assert.equal(ports.length, 2);
  host.close();
});

test('host: a host that dies twice over one page is reported, not started for ever', async () => {
  const { host, ports } = connectTo((port, message) => (message.t === 'convert' ? port.die() : politeHost(port, message)));
  await assert.rejects(host.convert(small), { name: 'host_stopped' });
  assert.equal(ports.length, 2);
});

test('host: a planned goodbye during a request leads to one more attempt', async () => {
  let left = false;
  const { host, ports } = connectTo((port, message) => {
    if (message.t !== 'convert' || left) return politeHost(port, message);
    left = true;
    port.say(fixture('bye'));
    port.die();
  });
  assert.deepEqual(await host.convert(small), fixture('result').result);
  assert.equal(ports.length, 2);
  host.close();
});

test('host: too old or too new is told apart', async () => {
  const refuse = (/** @type {string} */ update) => connectTo((port) => port.say({ ...fixture('error-proto'), detail: { update } })).host;
  await assert.rejects(refuse('host').convert(small), { name: 'host_too_old' });
  await assert.rejects(refuse('extension').convert(small), { name: 'extension_too_old' });
});

test('host: a host that never greets is given up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host } = connectTo(() => {});
  const converting = host.convert(small);
  t.mock.timers.tick(5_000);
  await assert.rejects(converting, { name: 'host_silent' });
});

test('host: a request without a word is given up after the host would have', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, ports } = connectTo((port, message) => message.t === 'hello' && port.say(welcome));
  const converting = host.convert(small);
  await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(welcome.limits.deadlineMs + 10_000);
  await assert.rejects(converting, { name: 'timeout' });
  assert.equal(ports[0].sent.at(-1).t, 'cancel');
});

test('host: the port closes after a minute without work, and not before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, ports } = connectTo(politeHost);
  await host.convert(small);
  t.mock.timers.tick(59_000);
  assert.equal(ports[0].open, true);
  t.mock.timers.tick(1_000);
  assert.equal(ports[0].open, false);
  await host.convert(small);
  assert.equal(ports.length, 2);
  host.close();
});

test('host: while somebody reads, the port stays open and the host hears of it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, ports } = connectTo(politeHost);
  host.keepAlive(); // nothing runs, and nothing is started
  assert.equal(ports.length, 0);
  await host.convert(small);
  for (let n = 0; n < 10; n++) {
    t.mock.timers.tick(59_000);
    host.keepAlive();
  }
  assert.equal(ports[0].open, true);
  assert.equal(ports[0].sent.filter(({ t: type }) => type === 'ping').length, 10);
  t.mock.timers.tick(60_000);
  assert.equal(ports[0].open, false);
});

test('host: warming up opens the one port that the request then uses', async () => {
  const { host, ports } = connectTo(politeHost);
  host.warmUp();
  await host.convert(small);
  assert.equal(ports.length, 1);
  host.close();
});

// The host's own tests play the other side of the same conversation.
test('host: the extension keeps to the transcript', async () => {
  const lines = fs
    .readFileSync(path.join(fixtures, 'transcripts/conversation.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  let at = 0;
  const { host } = connectTo((port, message) => {
    assert.deepEqual({ from: 'extension', m: message }, lines[at++]);
    while (lines[at]?.from === 'host') port.say(lines[at++].m);
  });
  const said = (/** @type {string} */ t, /** @type {string} */ id) =>
    lines.filter(({ m }) => m.t === t && m.id === id).map(({ m }) => m);

  for (const id of ['c1', 'c2', 'c3']) {
    const [request] = [...said('convert', id), ...said('open', id)];
    const whole = said('chunk', id).map(({ s }) => s).join('');
    const content = request.content ?? { html: whole.slice(0, request.html), ...JSON.parse(whole.slice(request.html)) };
    const answer = host.convert({ meta: request.meta, content, opts: request.opts });
    const [result] = said('result', id);
    if (result) assert.deepEqual(await answer, result.result);
    else await assert.rejects(answer, { name: 'page_empty' });
  }
  assert.equal(at, lines.length);
  host.close();
});

test('memory: every question is asked as its fixture shows, and its answer passed on', async () => {
  for (const name of ['stats', 'memory', 'forget', 'save', 'recall', 'search', 'clip']) {
    const { t, id: _, ...rest } = fixture(name);
    const { host, ports } = connectTo((port, message) => {
      if (message.t === 'hello') port.say(welcome);
      else port.say({ ...fixture(`result-${name}`), id: message.id });
    });
    assert.deepEqual(await host.ask({ t, ...rest }), fixture(`result-${name}`).result, name);
    assert.deepEqual({ ...ports[0].sent[1], id: undefined }, { t, id: undefined, ...rest }, name);
    host.close();
  }
});

test('memory: a question that the host refuses is a failure with its code', async () => {
  const { host } = connectTo((port, message) => {
    if (message.t === 'hello') port.say(welcome);
    else port.say({ t: 'error', id: message.id, code: 'E_STORE', retry: 'later', msg: '' });
  });
  await assert.rejects(host.ask({ t: 'stats', window: '-7 days' }), { name: 'store', detail: 'E_STORE' });
  host.close();
});
