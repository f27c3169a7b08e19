/**
 * Client of the native host over one long-lived port: handshake, upload in
 * chunks, answers in parts, timeouts, and one retry if the host ends. A host that
 * says bye finishes its requests while a new one gets the next.
 * docs/protocol.md describes the messages.
 */
import { Failure, failureOf } from '../failure.js';

export const hostName = 'io.pulltab.host';

const protocols = [1, 1]; // oldest and newest version that this extension understands
const handshakeMs = 5_000;
const idleMs = 60_000; // an open port keeps the host running and the background awake
const graceMs = 10_000; // added to the host's own deadline
const maxFrameIn = 1_048_576; // bytes; both browsers close the port after a longer message

/**
 * @typedef {object} Environment differs between browser and test
 * @property {() => chrome.runtime.Port} connect
 * @property {(port: chrome.runtime.Port, greeted: boolean) => string} failureOfClose name of the failure for a port that closed
 * @property {{ ext: string, browser: string, locale: string }} client
 * @property {{ answer: (question: any, post: (message: object) => void) => void, closed: () => void }} [agents] a connection that
 *   stays open and answers the host's questions
 *
 * @typedef {{ proto: number, host: string, os: string, engines?: string[], features?: string[], limits: Limits }} Welcome
 * @typedef {{ frameIn: number, chunkUnits: number, window: number, docBytes: number, deadlineMs: number }} Limits
 *
 * @typedef {object} Request
 * @property {'report'} [purpose] absent for a conversion
 * @property {string} [answers] id of the host's question that the page answers
 * @property {Record<string, unknown>} meta address, title and other facts about the page
 * @property {{ html: string, stamps?: object, frames?: object[], offers?: object[] }} content
 * @property {Record<string, unknown>} opts the command line's flags in camelCase
 *
 * @typedef {object} RequestControl
 * @property {(stage: string, share: number, text: string) => void} [progress] share is 0–1, or -1 if unknown; text is
 *   the partial answer
 * @property {AbortSignal} [signal]
 *
 * @typedef {object} Pending the receiving side of a request
 * @property {(message: any) => void} receive
 * @property {(failure: Failure) => void} fail
 *
 * @typedef {object} Connection a port and its pending requests
 * @property {chrome.runtime.Port} port
 * @property {Promise<Welcome>} welcome
 * @property {Map<string, Pending>} pending by id
 * @property {(failure: Failure) => void} end fails all pending requests
 */

/** @param {Environment} environment */
export const createHost = ({ connect, failureOfClose, client, agents }) => {
  /** @type {Connection | null} */
  let connection = null;
  /** @type {Connection | null} the host that finishes its requests after bye; one at most */
  let draining = null;
  let lastId = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let idleTimer;

  const close = () => {
    clearTimeout(idleTimer);
    connection?.port.disconnect();
    connection = null;
  };

  const closeWhenIdle = () => {
    clearTimeout(idleTimer);
    if (connection && connection.pending.size === 0 && !agents) idleTimer = setTimeout(close, idleMs);
  };

  /** @returns {Connection} the open connection, or a new one whose handshake has begun */
  const open = () => {
    clearTimeout(idleTimer);
    if (connection) return connection;
    const port = connect();
    /** @type {Map<string, Pending>} */
    const pending = new Map();
    let greeted = false;
    let saidBye = false;
    /** @type {PromiseWithResolvers<Welcome>} */
    const welcome = withResolvers();
    const timer = setTimeout(() => end(new Failure('host_silent', 'no welcome')), handshakeMs);

    /** @param {Failure} failure */
    const end = (failure) => {
      clearTimeout(timer);
      if (connection === opened) close();
      if (draining === opened) draining = null;
      welcome.reject(failure);
      for (const request of [...pending.values()]) request.fail(failure);
    };
    const opened = { port, welcome: welcome.promise, pending, end };

    port.onMessage.addListener((/** @type {any} */ message) => {
      switch (message?.t) {
        case 'welcome':
          greeted = true;
          clearTimeout(timer);
          return welcome.resolve(message);
        case 'bye': // the host ends as planned; the next request starts a new one
          saidBye = true;
          if (connection === opened) connection = null;
          drain(opened);
          return agents?.closed();
        case 'ask':
          return agents?.answer(message, (reply) => {
            try {
              port.postMessage(reply);
            } catch {
              // The port is closed; the host has told its client.
            }
          });
        case 'error':
          if (!greeted) return end(failureOf(message));
      }
      pending.get(message?.id)?.receive(message);
    });
    port.onDisconnect.addListener(() => {
      const name = saidBye ? 'host_stopped' : failureOfClose(port, greeted);
      if (connection === opened) connection = null;
      if (draining === opened) draining = null;
      end(new Failure(name, saidBye ? 'bye' : 'port closed'));
      agents?.closed();
    });
    welcome.promise.catch(() => {}); // would be unhandled while no request waits for it
    connection = opened;
    port.postMessage({ t: 'hello', proto: protocols, ...client, maxFrameIn, features: ['parts', 'progress', ...(agents ? ['agents'] : [])] });
    return opened;
  };

  /**
   * Lets a host that said bye finish its requests. An earlier one that is still at
   * work is closed.
   * @param {Connection} leaving
   */
  const drain = (leaving) => {
    if (draining && draining !== leaving) {
      draining.port.disconnect();
      draining.end(new Failure('host_stopped', 'bye'));
    }
    draining = leaving;
    closeWhenDrained();
  };

  const closeWhenDrained = () => {
    if (!draining || draining.pending.size > 0) return;
    draining.port.disconnect();
    draining = null;
  };

  /**
   * Sends a request by calling begin, and waits for its result. Does not retry.
   * @param {(id: string, opened: Connection, request: ReturnType<typeof createPending>, limits: Limits) => unknown} begin
   * @param {RequestControl} control
   */
  const sendOnce = async (begin, control) => {
    const opened = open();
    const { limits } = await opened.welcome;
    if (control.signal?.aborted) throw new Failure('cancelled');
    const id = `c${++lastId}`;
    const request = createPending(id, opened, control, limits.deadlineMs + graceMs);
    try {
      await begin(id, opened, request, limits);
      return await request.result;
    } finally {
      request.release();
      opened.pending.delete(id);
      if (connection === opened) closeWhenIdle();
      closeWhenDrained();
    }
  };

  /**
   * sendOnce, and a second time if the host ended meanwhile and repeating the
   * request does no harm.
   * @param {Parameters<typeof sendOnce>[0]} begin
   * @param {RequestControl} control
   * @param {(failure: Failure) => boolean} retryable
   */
  const sendWithRetry = async (begin, control, retryable) => {
    try {
      return await sendOnce(begin, control);
    } catch (error) {
      if (!(error instanceof Failure) || !retryable(error)) throw error;
      return sendOnce(begin, control);
    }
  };

  return {
    /** Starts the host, in parallel with the capture of the page. */
    warmUp: () => {
      try {
        open();
        closeWhenIdle();
      } catch {
        // The following request fails in the same way and reports it.
      }
    },

    /** Restarts the idle timers of both sides: the host holds the converted page in memory for as long as it runs. */
    keepAlive: () => {
      if (!connection) return;
      connection.port.postMessage({ t: 'ping', n: 0 });
      closeWhenIdle();
    },

    /** Lets the host drop a page from its memory. @param {string} page */
    forgetPage: (page) => connection?.port.postMessage({ t: 'edit', id: `c${++lastId}`, page, forget: true }),

    /** @returns {Promise<Welcome>} rejects with a Failure */
    handshake: async () => {
      const opened = open();
      try {
        return await opened.welcome;
      } finally {
        closeWhenIdle();
      }
    },

    /**
     * Converts a page. If the host ends meanwhile, it is started again once; a
     * second end is reported as a failure.
     * @param {Request} request
     * @param {RequestControl} [control]
     * @returns {Promise<import('../types.js').Result>} rejects with a Failure
     */
    convert: async (request, control = {}) => {
      /** @type {Parameters<typeof sendOnce>[0]} */
      const begin = (id, { port }, pending, limits) => upload(id, port, pending, request, { ...limits, progress: control.progress });
      return sendWithRetry(begin, control, hostEnded);
    },

    /**
     * Sends a request that fits into one message, and returns its result. If the
     * host ends meanwhile, the request is repeated once: the second of two equal
     * saves changes nothing. A summary is repeated only if its work had not begun,
     * since a call of the model may cost money.
     * @param {{ t: string } & Record<string, unknown>} message without id
     * @param {RequestControl} [control]
     * @returns {Promise<any>} rejects with a Failure
     */
    ask: (message, control = {}) =>
      sendWithRetry(
        (id, { port }, _pending, { frameIn }) => {
          const { t, ...fields } = message;
          const request = { t, id, ...fields }; // id near the start, where the host finds it even if the message is too long
          if (new TextEncoder().encode(JSON.stringify(request)).length > frameIn) throw new Failure('page_too_large');
          port.postMessage(request);
        },
        control,
        message.t === 'summarize' ? hostRefused : hostEnded,
      ),

    close,
  };
};

/** @param {Failure} failure @returns {boolean} whether the host ended before it began the work */
const hostRefused = ({ detail, about }) => detail === 'E_RESTART' && about.started !== true;

/** @param {Failure} failure @returns {boolean} whether the request may succeed with a new host */
const hostEnded = ({ name, detail }) => name === 'host_stopped' || name === 'host_broken' || detail === 'E_MEMORY' || detail === 'E_PANIC';

/**
 * Registers a request with its connection: collects acknowledgements, parts and
 * the answer, and fails if the reader cancels or no message about the request
 * arrives for timeoutMs.
 * @param {string} id
 * @param {Connection} connection
 * @param {RequestControl} control
 * @param {number} timeoutMs
 */
const createPending = (id, connection, { progress, signal }, timeoutMs) => {
  /** @type {PromiseWithResolvers<any>} */
  const answer = withResolvers();
  answer.promise.catch(() => {}); // would be unhandled if the upload fails first
  /** @type {string[]} */
  const parts = [];
  let acked = 0;
  let settled = false;
  let wake = () => {}; // continues acknowledged
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const settle = (/** @type {() => void} */ how) => {
    how();
    settled = true;
    wake();
  };
  const fail = (/** @type {Failure} */ failure) => settle(() => answer.reject(failure));
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      cancel();
      fail(new Failure('timeout', 'silent'));
    }, timeoutMs);
  };
  const cancel = () => {
    try {
      connection.port.postMessage({ t: 'cancel', id });
    } catch {
      // The port is closed, which has ended the request.
    }
  };
  const abort = () => {
    cancel();
    fail(new Failure('cancelled'));
  };
  const joinParts = (/** @type {number} */ expected, /** @type {number} */ units) => {
    const whole = parts.join('');
    if (parts.length !== expected || whole.length !== units) return fail(new Failure('internal', 'parts missing'));
    settle(() => answer.resolve(JSON.parse(whole)));
  };

  connection.pending.set(id, {
    fail,
    receive: (message) => {
      restartTimer();
      switch (message.t) {
        case 'ack':
          acked = Math.max(acked, message.seq);
          return wake();
        case 'progress':
          return progress?.(message.stage, message.of ? (message.done ?? 0) / message.of : -1, message.text ?? '');
        case 'part':
          parts[message.seq - 1] = message.s;
          return undefined;
        case 'result':
          if (message.parts) return joinParts(message.parts, message.units);
          return settle(() => answer.resolve(message.result));
        case 'error':
          return fail(failureOf(message));
      }
    },
  });
  signal?.addEventListener('abort', abort, { once: true });
  restartTimer();

  return {
    result: answer.promise,
    /** Waits until the host has acknowledged chunk seq; false if the request ended first. */
    acknowledged: async (/** @type {number} */ seq) => {
      while (acked < seq && !settled) await new Promise((resolve) => (wake = () => resolve(null)));
      return !settled;
    },
    release: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
};

/**
 * Sends a page: a small one in one message, a larger one in chunks, of which at
 * most window are unacknowledged. The chunks hold the HTML and then the rest of
 * the content as JSON.
 * @param {string} id
 * @param {chrome.runtime.Port} port
 * @param {{ acknowledged: (seq: number) => Promise<boolean> }} pending
 * @param {Request} request
 * @param {{ chunkUnits: number, window: number, progress?: RequestControl['progress'] }} how
 */
const upload = async (id, port, pending, { purpose, answers, meta, content, opts }, { chunkUnits, window, progress }) => {
  const { html, ...others } = content;
  const rest = content.stamps || content.frames || content.offers ? JSON.stringify(others) : '';
  const units = html.length + rest.length;
  const purposeField = { ...(purpose && { for: purpose }), ...(answers && { answers }) };
  if (units <= chunkUnits) return port.postMessage({ t: 'convert', id, ...purposeField, meta, content, opts });
  port.postMessage({ t: 'open', id, ...purposeField, meta, opts, units, html: html.length });
  let seq = 0;
  for (const s of chunksOf(html + rest, chunkUnits)) {
    if (!(await pending.acknowledged(++seq - window))) return;
    port.postMessage({ t: 'chunk', id, seq, s });
    progress?.('send', Math.min(1, (seq * chunkUnits) / units), '');
  }
  port.postMessage({ t: 'end', id, chunks: seq, units });
};

/**
 * Splits text into chunks of at most size UTF-16 units, never inside a
 * surrogate pair: both browsers replace a lone surrogate by U+FFFD.
 * @param {string} text
 * @param {number} size at least 2
 */
export function* chunksOf(text, size) {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + size, text.length);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to--;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * Promise.withResolvers, which Node 20 lacks.
 * @template T
 * @returns {PromiseWithResolvers<T>}
 */
const withResolvers = () => {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
