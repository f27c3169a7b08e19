/** Saves text as a file in the browser's download folder. */
import { api, startDownload, withTextUrl } from '../browser.js';
import { Failure } from '../failure.js';
import { fileName } from './file-name.js';

const types = /** @type {Record<string, string>} */ ({ markdown: 'text/markdown', json: 'application/json', text: 'text/plain', html: 'text/html' });

/**
 * @param {{ title: string, text: string, format: string, incognito: boolean }} file
 * @returns {Promise<{ name: string }>} resolves when the file is complete; rejects with a Failure
 */
export const saveFile = async ({ title, text, format, incognito }) => {
  try {
    return await withTextUrl(text, `${types[format]};charset=utf-8`, async (url) => {
      const start = (/** @type {string} */ name) => startDownload({ url, filename: fileName(name, format), incognito });
      const id = await start(title).catch(() => start('')); // the browser refuses, for example, letters that the system's encoding lacks
      const path = await downloadEnd(id);
      if (incognito) await api.downloads.erase({ id }); // removes it from the list of downloads, not from the disk
      return { name: path.split(/[/\\]/).pop() ?? '' };
    });
  } catch (error) {
    throw new Failure('download', error instanceof Error ? error.message : String(error));
  }
};

/**
 * @param {number} id
 * @returns {Promise<string>} the path of the file, which may differ from the one requested
 */
const downloadEnd = (id) =>
  new Promise((resolve, reject) => {
    const check = async () => {
      const [item] = await api.downloads.search({ id });
      if (!item || item.state === 'in_progress') return;
      api.downloads.onChanged.removeListener(onChanged);
      if (item.state === 'complete') resolve(item.filename);
      else reject(new Error(item.error ?? 'interrupted'));
    };
    const onChanged = (/** @type {chrome.downloads.DownloadDelta} */ delta) => {
      if (delta.id === id) check().catch(reject);
    };
    api.downloads.onChanged.addListener(onChanged);
    check().catch(reject);
  });
