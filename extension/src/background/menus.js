/** The entries of the context menu. */
import { api, isFirefox } from '../browser.js';
import { text } from '../text.js';

/**
 * The id is a verb and an object: the first names what is done, the second what
 * is converted.
 * @type {{ id: string, title: string, contexts: string[] }[]}
 */
const entries = [
  { id: 'copy-link', title: 'menuCopyLink', contexts: ['link'] },
  { id: 'copy-picture', title: 'menuCopyPicture', contexts: ['image'] },
  { id: 'save-page', title: 'menuSavePage', contexts: ['page', 'frame', 'link', 'image'] },
  { id: 'copy-page', title: 'menuCopyPage', contexts: ['page', 'frame', 'link', 'image'] },
  { id: 'save-frame', title: 'menuSaveFrame', contexts: ['frame'] },
  { id: 'save-selection', title: 'menuSaveSelection', contexts: ['selection'] },
  { id: 'copy-selection', title: 'menuCopySelection', contexts: ['selection'] },
  { id: 'open-popup', title: 'menuOpenPopup', contexts: ['action'] },
];

// Chromium has no menu entries on tabs.
const ofTabs = [
  { id: 'save-tab', title: 'menuSavePage', contexts: ['tab'] },
  { id: 'copy-tab', title: 'menuCopyPage', contexts: ['tab'] },
];

/** Runs once per installation or update: browsers store the entries. */
export const createMenus = async () => {
  await api.contextMenus.removeAll();
  for (const { id, title, contexts } of isFirefox() ? [...entries, ...ofTabs] : entries) {
    api.contextMenus.create({ id, title: text(title), contexts: /** @type {any} */ (contexts) });
  }
};
