/**
 * Does in Chromium what its worker cannot: copy text, and give text a blob
 * address. Only browser.js talks to it.
 */

/** @param {string} text @returns {boolean} whether the browser took it */
const copy = (text) => {
  const write = (/** @type {ClipboardEvent} */ event) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  const field = /** @type {HTMLTextAreaElement} */ (document.querySelector('textarea'));
  field.value = ' '; // without a selection the browser sends no copy event
  field.select();
  document.addEventListener('copy', write, { once: true });
  return document.execCommand('copy');
};

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (!message.offscreen || sender.id !== chrome.runtime.id) return;
  if (message.offscreen === 'copy') reply(copy(message.text));
  if (message.offscreen === 'url') reply(URL.createObjectURL(new Blob([message.text], { type: message.type })));
});
