/** Source text of a job that runs the capture function in a tab. */
import { capturePage } from '../../src/capture/capture.js';
import { defineStyles } from '../../src/capture/styles.js';

/** @param {string} address of the tab @param {object} request */
export const captureIn = (address, request) => `(async () => {
  const [tab] = (await chrome.tabs.query({})).filter((tab) => tab.url === ${JSON.stringify(address)});
  await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: ${defineStyles} });
  const [{ result }] = await chrome.scripting.executeScript({
    target: { tabId: tab.id },
    func: ${capturePage},
    args: [${JSON.stringify(request)}],
  });
  return result;
})()`;
