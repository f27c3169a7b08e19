/**
 * Notes in the reader's folders. Only the host's settings name folders; the
 * extension knows their aliases.
 */
import { api } from '../browser.js';
import { host } from '../background/convert.js';
import { Failure } from '../failure.js';
import { count, text } from '../text.js';
import { storePictures } from './pictures.js';

/** @typedef {import('../types.js').Result} Result */

// A note is sent in one message: 2^20 UTF-16 units are at most 3 MiB of the
// host's 4, and Firefox takes quadratic time in the length of a message.
const maxUnits = 1 << 20;
const maxSites = 500; // whose targets are remembered

/** @returns {Promise<{ aliases: string[], sites: Record<string, string>, last: string }>} */
const stored = async () => {
  const { targets } = await api.storage.local.get('targets');
  return { aliases: [], sites: {}, last: '', .../** @type {object} */ (targets) };
};

/** @param {string} url */
const siteOf = (url) => {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
};

/**
 * Asks the host for its targets, and shows them in the context menu.
 * @param {string} url of the page, whose last target comes first; '' if there is no page
 * @returns {Promise<import('../types.js').TargetList>}
 */
export const loadTargets = async (url) => {
  const { targets = [], problem = false, file = '' } = await host.ask({ t: 'targets' });
  const aliases = targets.map((/** @type {{ alias: string }} */ { alias }) => alias);
  const before = await stored();
  if (before.aliases.join('\n') !== aliases.join('\n')) {
    await api.storage.local.set({ targets: { ...before, aliases } });
    await showTargetMenu();
  }
  const chosen = before.sites[siteOf(url)] ?? before.last;
  return { aliases, chosen: aliases.includes(chosen) ? chosen : (aliases[0] ?? ''), problem, file };
};

/**
 * Writes a result as a note, and remembers the target for its site unless the
 * window is private.
 * @param {string} alias
 * @param {Result} result
 * @param {{ id?: number, incognito: boolean }} tab
 * @returns {Promise<import('../types.js').NoteReply>} when the note is on disk
 */
export const saveTo = async (alias, { url, title, markdown, metadata }, { id, incognito }) => {
  if (markdown.length > maxUnits) throw new Failure('note_too_long');
  const at = Date.now();
  const { targets = [] } = await host.ask({ t: 'targets' });
  const beside = targets.some((/** @type {{ alias: string, pictures?: boolean }} */ target) => target.alias === alias && target.pictures);
  const fates = beside && id !== undefined ? await storePictures({ target: alias, tabId: id, markdown }) : [];
  const pictures = fates.filter(({ path }) => path).map(({ url: address, path }) => ({ url: address, path }));
  const note = await host.ask({ t: 'saveTo', target: alias, url, title, markdown, metadata, ...(pictures.length && { pictures }), at });
  if (!incognito) await remember(siteOf(url), alias);
  return { ...note, pictures: fates };
};

/** @param {string} site @param {string} alias */
const remember = async (site, alias) => {
  const before = await stored();
  const { [site]: _, ...others } = before.sites;
  const sites = Object.fromEntries([...Object.entries(others), ...(site ? [[site, alias]] : [])].slice(-maxSites));
  await api.storage.local.set({ targets: { ...before, sites, last: alias } });
};

/** Forgets which target was used for which site. */
export const forgetTargets = async () => {
  await api.storage.local.set({ targets: { ...(await stored()), sites: {}, last: '' } });
};

/** Describes a written note. @param {string} alias @param {import('../types.js').NoteReply} note */
export const noteSentence = (alias, { outcome, path, beside, pictures = [] }) => {
  const stored = pictures.filter(({ fate }) => fate === 'stored').length;
  return [
    text(`noted_${outcome}`, alias, path),
    beside ? text('noteBeside', beside) : '',
    pictures.length > 0 ? text('notePictures', count(stored), count(pictures.length)) : '',
  ].filter(Boolean).join(' · ');
};

const menuPrefix = 'saveTo:';

/** The target of an entry of the context menu, or an empty string. @param {string | number} id */
export const targetOfEntry = (id) => (String(id).startsWith(menuPrefix) ? String(id).slice(menuPrefix.length) : '');

/** @type {string[]} */
let shown = [];

/** Shows an entry for each target in the context menu. Run it again after the other entries were created. */
export const showTargetMenu = async () => {
  const { aliases } = await stored();
  for (const alias of new Set([...shown, ...aliases])) await api.contextMenus.remove(menuPrefix + alias).catch(() => {});
  for (const alias of aliases) {
    const title = text('menuSaveTo', alias.replaceAll('&', '&&')); // one & marks an access key
    api.contextMenus.create({ id: menuPrefix + alias, title, contexts: ['page', 'frame', 'selection'] }, () => void api.runtime.lastError);
  }
  shown = aliases;
};
