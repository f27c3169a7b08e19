/** What a click of the toolbar button does: it opens the popup or, if the reader chose so, copies the page. */
import { api } from '../browser.js';
import { loadSettings } from '../settings.js';

const popupPage = 'popup/popup.html';

/** Applies the reader's choice. Without a popup, the browser reports clicks to action.onClicked. */
export const applyClick = async () => {
  const { oneClick } = await loadSettings();
  await api.action.setPopup({ popup: oneClick ? '' : popupPage });
};

/** Opens the popup, whatever a click does. */
export const openPopup = async () => {
  await api.action.setPopup({ popup: popupPage });
  try {
    await api.action.openPopup();
  } finally {
    await applyClick();
  }
};
