/** The test web site on 127.0.0.1: the files of test/pages and a few routes. */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const pages = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../pages');

/** @typedef {(request: http.IncomingMessage, response: http.ServerResponse) => void} Route */

/** @type {Record<string, Route>} */
const routes = {
  // Logs the reader in and redirects to a page that requires it.
  '/login': (_, response) => {
    response.writeHead(303, { 'set-cookie': 'session=open; Path=/; HttpOnly', location: '/private.html' }).end();
  },
  '/private.html': (request, response) => {
    const file = request.headers.cookie?.includes('session=open') ? 'private.html' : 'denied.html';
    sendPage(response, file);
  },
  // A page with a Markdown version by content negotiation.
  '/offered.html': (request, response) => {
    const plain = request.headers.accept?.startsWith('text/markdown') ?? false;
    if (plain) markdownAsked++;
    response.setHeader('content-type', plain ? 'text/markdown; charset=utf-8' : 'text/html; charset=utf-8');
    response.end(plain ? offeredMarkdown : offeredPage);
  },
  // A page whose Markdown version redirects to another origin.
  '/elsewhere.html': (request, response) => {
    if (!request.headers.accept?.startsWith('text/markdown')) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(offeredPage);
      return;
    }
    response.writeHead(302, { location: `http://localhost:${request.socket.localPort}/offered.html` }).end();
  },
  // A virtual list: 22 of its 2,000 rows are in the document.
  '/grid.html': (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(gridPage(22, 2000));
  },
  // A picture that pages of other origins may show and not read.
  '/picture.png': (_, response) => {
    response.setHeader('content-type', 'image/png');
    response.end(fs.readFileSync(path.resolve(pages, '../../src/icons/icon-128.png')));
  },
  '/missing.html': (_, response) => {
    response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><html lang="en"><title>Not found</title><main><h1>Not found</h1><p>There is no such page in this harbour. Perhaps it has sailed.</p></main></html>');
  },
  '/consent.html': (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang="en"><title>North Light</title><div role="dialog"><h2>We value your privacy</h2><p>We and our partners store cookies on your device to measure advertising, with your consent.</p><button>Accept all cookies</button></div></html>');
  },
  '/feed.xml': (_, response) => {
    response.setHeader('content-type', 'application/xml');
    response.end('<?xml version="1.0"?><feed><title>A feed</title><entry><title>An entry</title></entry></feed>');
  },
  '/large.html': (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(largePage(20 << 20));
  },
  '/dense.html': (request, response) => {
    const count = Number(new URL(request.url ?? '', 'http://x').searchParams.get('elements'));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(densePage(count));
  },
  '/varied.html': (request, response) => {
    const count = Number(new URL(request.url ?? '', 'http://x').searchParams.get('elements'));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(variedPage(count));
  },
};

let markdownAsked = 0;

/** @param {number} shown @param {number} all */
const gridPage = (shown, all) => {
  const row = (/** @type {number} */ n) => `<tr aria-rowindex="${n}"><td>Ship ${n}</td><td>passed the light at ${n % 24}:00 with a cargo of salt and timber</td></tr>`;
  const rows = Array.from({ length: shown }, (_, n) => row(n + 1)).join('');
  return `<!doctype html><html lang="en"><title>Ships</title><main><h1>Ships</h1><p>The log of the north light names every ship that passed, with its hour and its cargo.</p><table aria-rowcount="${all}">${rows}</table></main></html>`;
};

const tides = [
  'A tide gauge is a board with marks that stands in the water. Whoever wants to know how deep the harbour is reads the mark that the water touches.',
  'On the old pier there are two boards. The left one was painted for a ferry that has long been scrapped, and nobody has measured it since.',
  'When waves run into the harbour, watch the mark for a minute and take the middle between the highest and the lowest.',
];
const offeredPage = `<!doctype html><html lang="en"><head><title>Tides</title></head><body><main><article><h1>Tides</h1>${tides.map((p) => `<p>${p}</p>`).join('')}</article></main></body></html>`;
const offeredMarkdown = `---\ntitle: Tides, as written\n---\n# Tides\n\n${tides.join('\n\n')}\n`;

/** @param {http.ServerResponse} response @param {string} name */
const sendPage = (response, name) => {
  const file = path.join(pages, path.normalize(name));
  if (!file.startsWith(pages) || !fs.existsSync(file)) {
    response.writeHead(404).end('no such page');
    return;
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(fs.readFileSync(file));
};

/** @param {Record<string, string>} [files] additional pages: path by name */
export const openSite = async (files = {}) => {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const route = routes[pathname];
    const file = files[pathname.slice(1)];
    if (route) route(request, response);
    else if (file) response.setHeader('content-type', 'text/html').end(fs.readFileSync(file));
    else sendPage(response, pathname.slice(1));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port: bound } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    /** Number of requests for Markdown. */
    markdownAsked: () => markdownAsked,
    /** @param {string} name */
    url: (name) => `http://127.0.0.1:${bound}/${name}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const sentence = 'The harbour lay quiet under a pale sky, and every boat had its own small story to tell, 😀 said the pilot. ';

/**
 * An article of about the given size, three quarters of it markup. Its last
 * sentence is unique.
 * @param {number} bytes
 */
const largePage = (bytes) => {
  const parts = ['<!doctype html><html lang="en"><head><title>A large page</title></head><body><main><article><h1>A large page</h1>'];
  const notes = '&quot;note&quot; '.repeat(700);
  const paragraph = (/** @type {number} */ n, /** @type {string} */ end) => `<p id="p${n}" data-notes="${notes}">${n}. ${sentence.repeat(40)}${end}</p>\n`;
  let n = 1;
  for (let size = 0; size < bytes; n++) {
    parts.push(paragraph(n, ''));
    size += Buffer.byteLength(/** @type {string} */ (parts.at(-1)));
  }
  parts.push(paragraph(n, 'This is where the large page ends.'), '</article></main></body></html>');
  return parts.join('');
};

/** A page of many elements with little text. @param {number} count */
const densePage = (count) => {
  const parts = ['<!doctype html><html lang="en"><head><title>A dense page</title></head><body><main>'];
  for (let n = 0; n < count / 5; n++) {
    parts.push(`<div class="row"><p>Row ${n} <a href="/r/${n}">link</a></p><span>tail</span><b>x</b></div>\n`);
  }
  parts.push('</main></body></html>');
  return parts.join('');
};

/** A page of many classes, ids, inline styles and rules. @param {number} count of elements, about */
const variedPage = (count) => {
  const rules = Array.from({ length: 100 }, (_, n) => `.c${n} { margin-top: ${n % 7}px; color: rgb(${n}, 40, 40) } .c${n}:hover { color: red } .n${n}::before { content: "${n % 5 ? '\\2022' : 'Note: '}" }`);
  const parts = [`<!doctype html><html lang="en"><head><title>A varied page</title><style>${rules.join('\n')}</style></head><body><main>`];
  for (let n = 0; n < count / 10; n++) {
    const c = (n * 37) % 100;
    parts.push(`<section class="c${c}"><h2 id="s${n}">Section ${n}</h2><p class="c${(c * 3) % 100} n${c}">It has <b>bold</b> words, <a href="/s/${n}">a link</a> and <span style="color: rgb(${n % 50}, 0, 0)">a colour</span>.</p><ul><li class="n${c}">First</li><li>Second <em>item</em></li></ul></section>\n`);
  }
  parts.push('</main></body></html>');
  return parts.join('');
};
