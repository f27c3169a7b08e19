import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { chunksOf, createHost } from '../../src/background/host.js';

const fixtures = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../internal/protocol/testdata');
const fixture = (/** @type {string} */ name) => JSON.parse(fs.readFileSync(path.join(fixtures, `${name}.json`), 'utf8'));
const welcome = fixture('welcome');

/** A fake port whose other end is the test. */
const createPort = () => {
  /** @type {any[]} */
  const sent = [];
  const onMessage = /** @type {((message: any) => void)[]} */ ([]);
  const onDisconnect = /** @type {(() => void)[]} */ ([]);
  const port = {
    sent,
    open: true,
    postMessage: (/** @type {any} */ message) => {
      sent.push(structuredClone(message));
      port.onSent(message);
    },
    onSent: (/** @type {any} */ _message) => {},
    disconnect: () => (port.open = false),
    onMessage: { addListener: (/** @type {any} */ f) => onMessage.push(f) },
    onDisconnect: { addListener: (/** @type {any} */ f) => onDisconnect.push(f) },
    say: (/** @type {any} */ message) => onMessage.forEach((f) => f(message)),
    die: () => onDisconnect.forEach((f) => f()),
  };
  return port;
};

/** @typedef {ReturnType<typeof createPort>} FakePort */

/** @param {(port: FakePort, message: any) => void} behave the host's reaction to each message */
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

/** Answers the handshake, chunks and complete requests with fixtures. @param {FakePort} port @param {any} message */
const answeringHost = (port, message) => {
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

test('host: the handshake equals the protocol’s fixture', async () => {
  const { host, ports } = connectTo(answeringHost);
  await host.handshake();
  assert.deepEqual(ports[0].sent[0], fixture('hello'));
  host.close();
});

test('host: a small page is sent in one message, with the fields of the fixture', async () => {
  const { host, ports } = connectTo(answeringHost);
  const example = fixture('convert');
  const result = await host.convert({ meta: example.meta, content: example.content, opts: example.opts });
  assert.deepEqual(ports[0].sent[1], { ...example, id: 'c1' });
  assert.deepEqual(result, fixture('result').result);
  host.close();
});

test('host: a long page is sent in chunks, its annotations after the HTML', async () => {
  const { host, ports } = connectTo((port, message) =>
    message.t === 'hello' ? port.say({ ...welcome, limits: { ...welcome.limits, chunkUnits: 10 } }) : answeringHost(port, message),
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

test('host: no more unacknowledged chunks than the window allows', async () => {
  let waiting = 0;
  let most = 0;
  const { host } = connectTo((port, message) => {
    if (message.t === 'hello') return port.say({ ...welcome, limits: { ...welcome.limits, chunkUnits: 4, window: 3 } });
    if (message.t !== 'chunk') return answeringHost(port, message);
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

test('host: chunks do not split surrogate pairs, and lose nothing', () => {
  for (const text of ['a😀b', '😀'.repeat(50), `${'x'.repeat(9)}😀`, 'ab\ud83d', '']) {
    for (const size of [2, 3, 7, 10]) {
      const chunks = [...chunksOf(text, size)];
      assert.equal(chunks.join(''), text);
      for (const chunk of chunks.slice(0, -1)) assert.doesNotMatch(chunk, /[\ud800-\udbff]$/);
      for (const chunk of chunks) assert.ok(chunk.length <= size && chunk.length > 0);
    }
  }
});

test('host: an answer in parts is joined', async () => {
  const whole = JSON.stringify({ url: 'https://example.com/long', markdown: 'Grüße 😀' });
  const { host } = connectTo((port, message) => {
    if (message.t !== 'convert') return answeringHost(port, message);
    port.say({ t: 'part', id: message.id, seq: 1, s: whole.slice(0, 20) });
    port.say({ t: 'part', id: message.id, seq: 2, s: whole.slice(20) });
    port.say({ t: 'result', id: message.id, parts: 2, units: whole.length });
  });
  assert.deepEqual(await host.convert(small), JSON.parse(whole));
  host.close();
});

test('host: an answer with a missing part is a failure', async () => {
  const { host } = connectTo((port, message) => {
    if (message.t !== 'convert') return answeringHost(port, message);
    port.say({ t: 'part', id: message.id, seq: 2, s: '"}' });
    port.say({ t: 'result', id: message.id, parts: 2, units: 40 });
  });
  await assert.rejects(host.convert(small), { name: 'internal' });
  host.close();
});

test('host: progress is reported', async () => {
  const { host } = connectTo((port, message) => {
    if (message.t === 'convert') {
      port.say({ t: 'progress', id: message.id, stage: 'parse' });
      port.say({ t: 'progress', id: message.id, stage: 'extract', done: 2, of: 6 });
    }
    answeringHost(port, message);
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

test('host: cancelling notifies the host and ends the request', async () => {
  const { host, ports } = connectTo((port, message) => message.t === 'hello' && port.say(welcome));
  const stop = new AbortController();
  const converting = host.convert(small, { signal: stop.signal });
  setImmediate(() => stop.abort());
  await assert.rejects(converting, { name: 'cancelled' });
  assert.deepEqual(ports[0].sent.at(-1), { ...fixture('cancel'), id: 'c1' });
  host.close();
});

test('host: a host that ended is started again once', async () => {
  let deaths = 0;
  const { host, ports } = connectTo((port, message) => (message.t === 'convert' && deaths++ === 0 ? port.die() : answeringHost(port, message)));
  assert.deepEqual(await host.convert(small), fixture('result').result);
  assert.equal(ports.length, 2);
  host.close();
});

test('host: a host that ends twice on one page is a failure', async () => {
  const { host, ports } = connectTo((port, message) => (message.t === 'convert' ? port.die() : answeringHost(port, message)));
  await assert.rejects(host.convert(small), { name: 'host_stopped' });
  assert.equal(ports.length, 2);
});

test('host: a planned end during a request leads to one more attempt', async () => {
  let left = false;
  const { host, ports } = connectTo((port, message) => {
    if (message.t !== 'convert' || left) return answeringHost(port, message);
    left = true;
    port.say(fixture('bye'));
    port.die();
  });
  assert.deepEqual(await host.convert(small), fixture('result').result);
  assert.equal(ports.length, 2);
  host.close();
});

test('host: a host that said bye finishes its request, and the next request goes to a new host', async () => {
  const { host, ports } = connectTo((port, message) => {
    if (message.t === 'summarize') port.say({ ...fixture('bye'), reason: 'recycle' });
    else answeringHost(port, message);
  });
  const summary = host.ask({ t: 'summarize', meta: {}, markdown: 'x' });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(await host.convert(small), fixture('result').result);
  assert.deepEqual(ports.map(({ open }) => open), [true, true]);
  ports[0].say({ t: 'result', id: 'c1', result: { summary: 'short' } });
  assert.deepEqual(await summary, { summary: 'short' });
  assert.deepEqual(ports.map(({ open }) => open), [false, true]);
  host.close();
});

test('host: at most one host drains; the requests of an earlier one fail', async () => {
  const { host, ports } = connectTo((port, message) => {
    if (message.t === 'summarize') port.say({ ...fixture('bye'), reason: 'recycle' });
    else answeringHost(port, message);
  });
  const first = host.ask({ t: 'summarize', meta: {}, markdown: 'x' });
  const failed = assert.rejects(first, { name: 'host_stopped' });
  await new Promise((resolve) => setImmediate(resolve));
  const second = host.ask({ t: 'summarize', meta: {}, markdown: 'y' });
  await new Promise((resolve) => setImmediate(resolve));
  await failed;
  assert.deepEqual(ports.map(({ open }) => open), [false, true]);
  ports[1].say({ t: 'result', id: 'c2', result: { summary: 'short' } });
  assert.deepEqual(await second, { summary: 'short' });
  assert.equal(ports.length, 2);
});

test('host: a save is repeated once if the host ends, and only once', async () => {
  let deaths = 0;
  const { host, ports } = connectTo((port, message) => {
    if (message.t === 'hello') return port.say(welcome);
    if (deaths++ % 3 < 2) return port.die();
    port.say({ ...fixture('result-save'), id: message.id });
  });
  await assert.rejects(host.ask({ t: 'save', url: 'https://example.com/', markdown: 'x' }), { name: 'host_stopped' });
  assert.equal(ports.length, 2);
  deaths = 1;
  assert.deepEqual(await host.ask({ t: 'save', url: 'https://example.com/', markdown: 'x' }), fixture('result-save').result);
  assert.equal(ports.length, 4);
  host.close();
});

test('host: a summary is repeated only if the host had not begun it', async () => {
  /** @param {object} end the last message of the first host */
  const attempt = (end) => {
    let asked = 0;
    const { host, ports } = connectTo((port, message) => {
      if (message.t === 'hello') return port.say(welcome);
      if (asked++ > 0) return port.say({ t: 'result', id: message.id, result: { summary: 'short' } });
      port.say({ ...fixture('bye'), reason: 'recycle' });
      port.say({ id: message.id, ...end });
      port.die();
    });
    return { ports, summary: host.ask({ t: 'summarize', meta: {}, markdown: 'x' }) };
  };
  const refused = attempt({ t: 'error', code: 'E_RESTART', retry: 'after-reconnect', msg: '' });
  assert.deepEqual(await refused.summary, { summary: 'short' });
  for (const end of [{ t: 'error', code: 'E_RESTART', retry: 'after-reconnect', msg: '', detail: { started: true } }, { t: 'progress', stage: 'map' }]) {
    const begun = attempt(end);
    await assert.rejects(begun.summary, { name: 'host_stopped' });
    assert.equal(begun.ports.length, 1);
  }
});

test('host: an outdated host and an outdated extension are different failures', async () => {
  const refuse = (/** @type {string} */ update) => connectTo((port) => port.say({ ...fixture('error-proto'), detail: { update } })).host;
  await assert.rejects(refuse('host').convert(small), { name: 'host_too_old' });
  await assert.rejects(refuse('extension').convert(small), { name: 'extension_too_old' });
});

test('host: the handshake times out', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host } = connectTo(() => {});
  const converting = host.convert(small);
  t.mock.timers.tick(5_000);
  await assert.rejects(converting, { name: 'host_silent' });
});

test('host: a request without messages times out after the host’s own deadline', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, ports } = connectTo((port, message) => message.t === 'hello' && port.say(welcome));
  const converting = host.convert(small);
  await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(welcome.limits.deadlineMs + 10_000);
  await assert.rejects(converting, { name: 'timeout' });
  assert.equal(ports[0].sent.at(-1).t, 'cancel');
});

test('host: the port closes after a minute without requests, and not before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, ports } = connectTo(answeringHost);
  await host.convert(small);
  t.mock.timers.tick(59_000);
  assert.equal(ports[0].open, true);
  t.mock.timers.tick(1_000);
  assert.equal(ports[0].open, false);
  await host.convert(small);
  assert.equal(ports.length, 2);
  host.close();
});

test('host: keepAlive keeps the port open and pings the host', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, ports } = connectTo(answeringHost);
  host.keepAlive(); // does not start a host
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

test('host: warmUp opens the port that the next request uses', async () => {
  const { host, ports } = connectTo(answeringHost);
  host.warmUp();
  await host.convert(small);
  assert.equal(ports.length, 1);
  host.close();
});

// The host's own tests check the other side of the same transcript.
test('host: the extension’s messages equal the transcript', async () => {
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

test('host: every database request equals its fixture, and its result is returned', async () => {
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

test('host: a refused database request is a failure with the host’s code', async () => {
  const { host } = connectTo((port, message) => {
    if (message.t === 'hello') port.say(welcome);
    else port.say({ t: 'error', id: message.id, code: 'E_STORE', retry: 'later', msg: '' });
  });
  await assert.rejects(host.ask({ t: 'stats', window: '-7 days' }), { name: 'store', detail: 'E_STORE' });
  host.close();
});
