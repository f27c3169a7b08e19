/** Sentences in the reader's language. */
import { api } from './browser.js';

/**
 * @param {string} id of a message in _locales
 * @param {...(string | number)} values for its placeholders
 */
export const text = (id, ...values) => api.i18n.getMessage(id, values.map(String));

/** Fills every element that names its message. @param {Document} doc */
export const localise = (doc) => {
  doc.documentElement.lang = api.i18n.getUILanguage();
  doc.documentElement.dir = text('@@bidi_dir');
  for (const el of doc.querySelectorAll('[data-text]')) el.textContent = text(/** @type {string} */ (el.getAttribute('data-text')));
  for (const el of doc.querySelectorAll('[data-label]')) el.setAttribute('aria-label', text(/** @type {string} */ (el.getAttribute('data-label'))));
};
