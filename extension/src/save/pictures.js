/** Stores the pictures of a note in the reader's folder. */
import { api } from '../browser.js';
import { host } from '../background/convert.js';
import { asFailure } from '../failure.js';

const maxPictures = 200; // of a note
const maxBytes = 20 << 20; // of a picture; the host has the same limit
const maxTotal = 200 << 20; // of a note
const pieceUnits = 1_000_000; // of base64, a multiple of 4; Firefox takes quadratic time in the length of a message
const parallel = 4;
const fetchMs = 15_000;

/**
 * The addresses of the pictures in Markdown, each once.
 * @param {string} markdown
 * @returns {string[]}
 */
export const pictureAddresses = (markdown) => {
  const found = markdown.matchAll(/!\[(?:\\.|[^\]\\\n]){0,2000}\]\((?:<([^<>\n]{1,4000})>|((?:\\.|[^\s()<>\\]|\([^\s()<>]*\)){1,4000}))/g);
  const addresses = [...found].map(([, pointed, bare]) => (pointed ?? bare).replace(/\\([!-/:-@[-`{-~])/g, '$1'));
  return [...new Set(addresses)].filter((address) => /^https?:\/\//i.test(address));
};

/**
 * Fetches a picture from the browser's cache or its server. Runs inside the page, so
 * its body must not refer to anything outside of it.
 * @param {string} address @param {number} limit bytes @param {number} ms
 * @returns {Promise<{ base64?: string, size: number, problem: '' | 'blocked' | 'status' | 'large' }>}
 */
export async function fetchPicture(address, limit, ms) {
  /** @type {RequestCredentials[]} */
  const ways = ['same-origin', 'include']; // a server that allows any origin refuses cookies; others may need them
  for (const credentials of ways) {
    try {
      const response = await fetch(address, { cache: 'force-cache', credentials, signal: AbortSignal.timeout(ms) });
      if (!response.ok) return { size: 0, problem: 'status' };
      if (Number(response.headers.get('content-length')) > limit) return { size: 0, problem: 'large' };
      const blob = await response.blob();
      if (blob.size > limit) return { size: 0, problem: 'large' };
      /** @type {string} */
      const url = await new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.onerror = () => reject(reader.error);
        reader.readAsDataURL(blob);
      });
      return { base64: url.slice(url.indexOf(',') + 1), size: blob.size, problem: '' };
    } catch {
      // The next way, or the page may not read the picture.
    }
  }
  return { size: 0, problem: 'blocked' };
}

/**
 * Sends a picture to the host in pieces.
 * @param {string} target @param {string} base64
 * @returns {Promise<string>} its path in the folder
 */
const sendPicture = async (target, base64) => {
  const upload = `p${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;
  let path = '';
  for (let from = 0, seq = 1; from < base64.length; from += pieceUnits, seq++) {
    const last = from + pieceUnits >= base64.length;
    ({ path = '' } = await host.ask({ t: 'picture', target, upload, seq, last, data: base64.slice(from, from + pieceUnits) }));
  }
  return path;
};

/**
 * Stores the pictures of a note. A picture that cannot be stored keeps its address.
 * @param {{ target: string, tabId: number, markdown: string }} note
 * @returns {Promise<import('../types.js').PictureFate[]>} in the order of the note; rejects only if the folder cannot be written
 */
export const storePictures = async ({ target, tabId, markdown }) => {
  const addresses = pictureAddresses(markdown);
  /** @type {import('../types.js').PictureFate[]} */
  const fates = addresses.map((url) => ({ url, fate: 'limit' }));
  let total = 0;
  let next = 0;
  const work = async () => {
    for (let i = next++; i < Math.min(fates.length, maxPictures); i = next++) {
      if (total >= maxTotal) return;
      fates[i] = await store(fates[i].url);
    }
  };
  /** @param {string} url @returns {Promise<import('../types.js').PictureFate>} */
  const store = async (url) => {
    const [answer] = await api.scripting
      .executeScript({ target: { tabId, frameIds: [0] }, func: fetchPicture, args: [url, maxBytes, fetchMs], injectImmediately: true })
      .catch(() => []);
    const { base64, size = 0, problem = 'blocked' } = answer?.result ?? {};
    if (!base64) return { url, fate: problem || 'type' };
    total += size;
    if (total > maxTotal) return { url, fate: 'limit' };
    try {
      return { url, fate: 'stored', path: await sendPicture(target, base64) };
    } catch (error) {
      if (asFailure(error).detail === 'E_FIELD') return { url, fate: 'type' };
      throw error;
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return fates;
};
