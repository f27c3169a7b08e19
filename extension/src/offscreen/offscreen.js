/**
 * Copies text and creates blob URLs for Chromium's service worker, which can do
 * neither. Only browser.js sends messages to it.
 */

/** @param {string} text @returns {boolean} whether the browser copied it */
const copy = (text) => {
  const write = (/** @type {ClipboardEvent} */ event) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  const field = /** @type {HTMLTextAreaElement} */ (document.querySelector('textarea'));
  field.value = ' '; // the browser sends a copy event only for a selection
  field.select();
  document.addEventListener('copy', write, { once: true });
  return document.execCommand('copy');
};

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  const own = chrome.runtime.getURL('');
  if (!message.offscreen || sender.id !== chrome.runtime.id || !(sender.url ?? own).startsWith(own)) return;
  if (message.offscreen === 'copy') reply(copy(message.text));
  if (message.offscreen === 'url') reply(URL.createObjectURL(new Blob([message.text], { type: message.type })));
});
