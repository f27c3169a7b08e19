/**
 * Speaks to the host over one long-lived port: greeting, upload in chunks,
 * answers in parts, time-outs, and one retry when the host went away. The
 * wire is described in docs/protocol.md.
 */
import { Failure, failureOf } from '../failure.js';

export const hostName = 'io.pulltab.host';

const protocol = 1;
const greetingMs = 5_000;
const idleMs = 60_000; // an open port keeps host and worker alive
const patienceMs = 10_000; // beyond the time after which the host itself gives up
const maxFrameIn = 1_048_576; // bytes; both browsers close the port above it

/**
 * @typedef {object} Environment what differs between a browser and a test
 * @property {() => chrome.runtime.Port} connect
 * @property {(port: chrome.runtime.Port, greeted: boolean) => string} closedBy name of the failure
 * @property {{ ext: string, browser: string, locale: string }} self
 *
 * @typedef {{ proto: number, host: string, os: string, engines?: string[], limits: Limits }} Welcome
 * @typedef {{ frameIn: number, chunkUnits: number, window: number, docBytes: number, deadlineMs: number }} Limits
 *
 * @typedef {object} Request
 * @property {'report'} [purpose] what the page is sent for, if not to be converted
 * @property {Record<string, unknown>} meta what is known of the page besides its content
 * @property {{ html: string, stamps?: object, frames?: object[], offers?: object[] }} content
 * @property {Record<string, unknown>} opts the command line's flags in camelCase
 *
 * @typedef {object} Watch
 * @property {(stage: string, share: number, text: string) => void} [progress] share is 0–1, or -1 if unknown; text is
 *   the answer so far
 * @property {AbortSignal} [signal]
 *
 * @typedef {object} Job
 * @property {(message: any) => void} take
 * @property {(failure: Failure) => void} fail
 *
 * @typedef {object} Line one port and what waits on it
 * @property {chrome.runtime.Port} port
 * @property {Promise<Welcome>} welcome
 * @property {Map<string, Job>} jobs
 */

/** @param {Environment} environment */
export const createHost = ({ connect, closedBy, self }) => {
  /** @type {Line | null} */
  let line = null;
  let lastId = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let idle;

  const hangUp = () => {
    clearTimeout(idle);
    line?.port.disconnect();
    line = null;
  };

  const restIfIdle = () => {
    clearTimeout(idle);
    if (line && line.jobs.size === 0) idle = setTimeout(hangUp, idleMs);
  };

  /** @returns {Line} the open line, or a new one that has said hello */
  const open = () => {
    clearTimeout(idle);
    if (line) return line;
    const port = connect();
    /** @type {Map<string, Job>} */
    const jobs = new Map();
    let greeted = false;
    let leaving = false;
    /** @type {PromiseWithResolvers<Welcome>} */
    const greeting = withResolvers();
    const timer = setTimeout(() => end(new Failure('host_silent', 'no welcome')), greetingMs);
    const opened = { port, welcome: greeting.promise, jobs };

    /** @param {Failure} failure */
    const end = (failure) => {
      clearTimeout(timer);
      if (line === opened) hangUp();
      greeting.reject(failure);
      for (const job of [...jobs.values()]) job.fail(failure);
    };

    port.onMessage.addListener((/** @type {any} */ message) => {
      switch (message?.t) {
        case 'welcome':
          greeted = true;
          clearTimeout(timer);
          return greeting.resolve(message);
        case 'bye': // a planned end: the next request starts a new host
          leaving = true;
          if (line === opened) line = null;
          return undefined;
        case 'error':
          if (!greeted) return end(failureOf(message));
      }
      jobs.get(message?.id)?.take(message);
    });
    port.onDisconnect.addListener(() => {
      const name = leaving ? 'host_stopped' : closedBy(port, greeted);
      if (line === opened) line = null;
      end(new Failure(name, leaving ? 'bye' : 'port closed'));
    });
    greeting.promise.catch(() => {}); // who waits hears of it; nobody has to
    line = opened;
    port.postMessage({ t: 'hello', proto: [protocol, protocol], ...self, maxFrameIn, features: ['parts', 'progress'] });
    return opened;
  };

  /**
   * One request: begin sends it.
   * @param {(id: string, on: Line, job: ReturnType<typeof createJob>, limits: Limits) => unknown} begin
   * @param {Watch} watch
   */
  const once = async (begin, watch) => {
    const on = open();
    const { limits } = await on.welcome;
    if (watch.signal?.aborted) throw new Failure('cancelled');
    const id = `c${++lastId}`;
    const job = createJob(id, on, watch, limits.deadlineMs + patienceMs);
    try {
      await begin(id, on, job, limits);
      return await job.result;
    } finally {
      job.end();
      on.jobs.delete(id);
      if (line === on) restIfIdle();
    }
  };

  return {
    /** Starts the host while the page is still being captured. */
    warmUp: () => {
      try {
        open();
        restIfIdle();
      } catch {
        // The request that follows meets the same failure and reports it.
      }
    },

    /** Puts off the end of a host that runs: it holds the page that the reader may still keep. */
    stay: () => {
      if (!line) return;
      line.port.postMessage({ t: 'ping', n: 0 }); // the host, too, ends after a time
      restIfIdle();
    },

    /** @returns {Promise<Welcome>} rejects with a Failure */
    greet: async () => {
      const on = open();
      try {
        return await on.welcome;
      } finally {
        restIfIdle();
      }
    },

    /**
     * Converts a page. A host that went away is started again once; a second
     * end is the page's fault and is reported.
     * @param {Request} request
     * @param {Watch} [watch]
     * @returns {Promise<import('../types.js').Result>} rejects with a Failure
     */
    convert: async (request, watch = {}) => {
      /** @type {Parameters<typeof once>[0]} */
      const begin = (id, { port }, job, limits) => upload(id, port, job, request, { ...limits, progress: watch.progress });
      try {
        return await once(begin, watch);
      } catch (error) {
        if (!(error instanceof Failure) || !wentAway(error)) throw error;
        return once(begin, watch);
      }
    },

    /**
     * Sends any other request, which fits into one frame, and returns its result.
     * @param {{ t: string } & Record<string, unknown>} message without id
     * @param {Watch} [watch]
     * @returns {Promise<any>} rejects with a Failure
     */
    ask: (message, watch = {}) =>
      once((id, { port }, _job, { frameIn }) => {
        const { t, ...fields } = message;
        const request = { t, id, ...fields }; // a host finds the id of what is too long if it comes first
        if (new TextEncoder().encode(JSON.stringify(request)).length > frameIn) throw new Failure('page_too_large');
        port.postMessage(request);
      }, watch),

    hangUp,
  };
};

/** @param {Failure} failure of a host that a new host may not have */
const wentAway = ({ name, detail }) => name === 'host_stopped' || name === 'host_broken' || detail === 'E_MEMORY' || detail === 'E_PANIC';

/**
 * One request on a line: collects acknowledgements, parts and the answer, and
 * ends it when the reader cancels or the host falls silent.
 * @param {string} id
 * @param {Line} on
 * @param {Watch} watch
 * @param {number} silenceMs without any message about the request, after which it is given up
 */
const createJob = (id, on, { progress, signal }, silenceMs) => {
  /** @type {PromiseWithResolvers<any>} */
  const answer = withResolvers();
  answer.promise.catch(() => {}); // an upload may fail first
  /** @type {string[]} */
  const parts = [];
  let acked = 0;
  let wake = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  let settled = false;
  const settle = (/** @type {() => void} */ how) => {
    how();
    settled = true;
    wake();
  };
  const fail = (/** @type {Failure} */ failure) => settle(() => answer.reject(failure));
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      cancel();
      fail(new Failure('timeout', 'silent'));
    }, silenceMs);
  };
  const cancel = () => {
    try {
      on.port.postMessage({ t: 'cancel', id });
    } catch {
      // The port is gone, and the request with it.
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

  on.jobs.set(id, {
    fail,
    take: (message) => {
      heard();
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
  heard();

  return {
    result: answer.promise,
    /** Waits for the host to acknowledge chunk seq; false if the request ended instead. */
    acknowledged: async (/** @type {number} */ seq) => {
      while (acked < seq && !settled) await new Promise((resolve) => (wake = () => resolve(null)));
      return !settled;
    },
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
};

/**
 * @param {string} id
 * @param {chrome.runtime.Port} port
 * @param {{ acknowledged: (seq: number) => Promise<boolean> }} job
 * @param {Request} request
 * @param {{ chunkUnits: number, window: number, progress?: Watch['progress'] }} how
 */
const upload = async (id, port, job, { purpose, meta, content, opts }, { chunkUnits, window, progress }) => {
  const { html, ...beside } = content;
  const side = content.stamps || content.frames || content.offers ? JSON.stringify(beside) : '';
  const units = html.length + side.length;
  const why = purpose && { for: purpose };
  if (units <= chunkUnits) return port.postMessage({ t: 'convert', id, ...why, meta, content, opts });
  port.postMessage({ t: 'open', id, ...why, meta, opts, units, html: html.length });
  let seq = 0;
  for (const s of chunksOf(html + side, chunkUnits)) {
    if (!(await job.acknowledged(++seq - window))) return;
    port.postMessage({ t: 'chunk', id, seq, s });
    progress?.('send', Math.min(1, (seq * chunkUnits) / units), '');
  }
  port.postMessage({ t: 'end', id, chunks: seq, units });
};

/**
 * Cuts text into pieces of at most size UTF-16 units, never between the two
 * halves of one character: both browsers replace a half by U+FFFD.
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
 * Promise.withResolvers, which Firefox and Chromium have but Node 20 has not.
 * @template T
 * @returns {PromiseWithResolvers<T>}
 */
const withResolvers = () => {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
