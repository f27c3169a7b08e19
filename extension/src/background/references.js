/** Links and pictures that the reader clicked, as Markdown. */
import { api } from '../browser.js';

/**
 * Returns the text of the link, or the alternative text of the picture, with an
 * address. Runs inside the page, so its body must not refer to anything outside of it.
 * @param {string} address @param {boolean} ofPicture
 */
export function nameOf(address, ofPicture) {
  const found = [...document.querySelectorAll(ofPicture ? 'img' : 'a[href], area[href]')].find((el) => {
    const { href, src, currentSrc } = /** @type {any} */ (el);
    return ofPicture ? src === address || currentSrc === address : href === address;
  });
  const name = (ofPicture ? found?.getAttribute('alt') : found?.textContent) || found?.querySelector('img')?.alt || '';
  return name.slice(0, 1000);
}

/** @param {string} name on one line, with what Markdown could read as syntax escaped */
const asText = (name) => name.replace(/\s+/g, ' ').trim().replace(/[\\`*_[\]<>~|$]/g, '\\$&');

/** @param {string} address */
const asDestination = (address) => (/[\s()<>\\]/.test(address) ? `<${address.replace(/[<>\s\\]/g, encodeURIComponent)}>` : address);

/** @param {string} name @param {string} address @returns {string} */
export const linkMarkdown = (name, address) => `[${asText(name) || asText(address)}](${asDestination(address)})`;

/** @param {string} name @param {string} address @returns {string} */
export const pictureMarkdown = (name, address) => `![${asText(name)}](${asDestination(address)})`;

/**
 * @param {{ tabId: number, frameId: number, address: string, ofPicture: boolean }} clicked
 * @returns {Promise<string>} without a name if the page cannot be read
 */
export const referenceMarkdown = async ({ tabId, frameId, address, ofPicture }) => {
  const answers = await api.scripting
    .executeScript({ target: { tabId, frameIds: [frameId] }, func: nameOf, args: [address, ofPicture], injectImmediately: true })
    .catch(() => []);
  return (ofPicture ? pictureMarkdown : linkMarkdown)(answers[0]?.result ?? '', address);
};
