/** Sentences in the reader's language. */
import { api } from './browser.js';

/**
 * @param {string} id of a message in _locales
 * @param {...(string | number)} values for its placeholders
 */
export const text = (id, ...values) => api.i18n.getMessage(id, values.map(String));

/** @param {number} value a whole number */
export const count = (value) => value.toLocaleString(api.i18n.getUILanguage());

/** @param {number} share 0–1, rounded down, so that 100 % means all */
export const percent = (share) => (Math.floor(share * 100) / 100).toLocaleString(api.i18n.getUILanguage(), { style: 'percent' });

/** Fills every element that names its message. @param {Document} doc */
export const localise = (doc) => {
  doc.documentElement.lang = api.i18n.getUILanguage();
  doc.documentElement.dir = text('@@bidi_dir');
  for (const el of doc.querySelectorAll('[data-text]')) el.textContent = text(/** @type {string} */ (el.getAttribute('data-text')));
  for (const el of doc.querySelectorAll('[data-hint]')) el.setAttribute('placeholder', text(/** @type {string} */ (el.getAttribute('data-hint'))));
  for (const el of doc.querySelectorAll('[data-label]')) {
    const label = text(/** @type {string} */ (el.getAttribute('data-label')));
    el.setAttribute('aria-label', label);
    if (el.localName === 'button') el.setAttribute('title', label); // a picture alone does not say it
  }
};

/**
 * The first units of a string, without half a character at its end.
 *
 * @param {string} whole
 * @param {number} units UTF-16 code units
 */
export const beginning = (whole, units) => whole.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');
