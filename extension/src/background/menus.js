/** The entries of the context menu. */
import { api } from '../browser.js';
import { text } from '../text.js';

/** @type {{ id: string, title: string, contexts: string[] }[]} */
const entries = [
  { id: 'save-page', title: 'menuSavePage', contexts: ['page', 'frame'] },
  { id: 'copy-page', title: 'menuCopyPage', contexts: ['page', 'frame'] },
  { id: 'save-frame', title: 'menuSaveFrame', contexts: ['frame'] },
  { id: 'save-selection', title: 'menuSaveSelection', contexts: ['selection'] },
  { id: 'copy-selection', title: 'menuCopySelection', contexts: ['selection'] },
];

/** Runs once per installation or update: browsers store the entries. */
export const createMenus = async () => {
  await api.contextMenus.removeAll();
  for (const { id, title, contexts } of entries) {
    api.contextMenus.create({ id, title: text(title), contexts: /** @type {any} */ (contexts) });
  }
};
