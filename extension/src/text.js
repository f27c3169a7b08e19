/** Texts, numbers and dates in the language of the interface. */
import { api } from './browser.js';

/**
 * @param {string} id of a message in _locales
 * @param {...(string | number)} values for its placeholders
 */
export const text = (id, ...values) => api.i18n.getMessage(id, values.map(String));

/**
 * The language of the messages, in the reader's variant of it: a browser in a
 * language without translation shows English texts, so figures are English, too.
 * @returns {string} a BCP 47 tag
 */
export const language = () => {
  const translated = text('languageTag');
  const wanted = api.i18n.getUILanguage();
  return wanted.split('-')[0] === translated ? wanted : translated;
};

/** @param {number} value a whole number */
export const count = (value) => value.toLocaleString(language());

/** @param {number} value @param {number} digits after the decimal point */
export const decimal = (value, digits) => value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/**
 * @param {number} share 0–1, rounded down, so that 100 % means all
 * @param {number} [digits] after the decimal point, at most
 */
export const percent = (share, digits = 0) => {
  const unit = 100 * 10 ** digits;
  const rounded = Math.floor(Number((share * unit).toFixed(6))) / unit; // toFixed: 0.29 * 100 is 28.999…
  return rounded.toLocaleString(language(), { style: 'percent', maximumFractionDigits: digits });
};

/** A list in words, for example "1 table and 2 pictures". @param {string[]} items */
export const listed = (items) => new Intl.ListFormat(language(), { type: 'conjunction' }).format(items);

/** A day, with its year if that is not the current one. @param {string} time RFC 3339 */
export const day = (time) => {
  const date = new Date(time);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return date.toLocaleDateString(language(), { day: 'numeric', month: 'long', year });
};

/** Fills in the texts of all elements that name a message. @param {Document} doc */
export const localise = (doc) => {
  doc.documentElement.lang = language();
  doc.documentElement.dir = text('@@bidi_dir');
  for (const el of doc.querySelectorAll('[data-text]')) el.textContent = text(/** @type {string} */ (el.getAttribute('data-text')));
  for (const el of doc.querySelectorAll('[data-hint]')) el.setAttribute('placeholder', text(/** @type {string} */ (el.getAttribute('data-hint'))));
  for (const el of doc.querySelectorAll('[data-label]')) {
    const label = text(/** @type {string} */ (el.getAttribute('data-label')));
    el.setAttribute('aria-label', label);
    if (el.localName === 'button') el.setAttribute('title', label); // buttons with an icon only
  }
};

/**
 * Truncates a string without splitting a surrogate pair.
 *
 * @param {string} whole
 * @param {number} units UTF-16 code units, at most
 */
export const truncate = (whole, units) => whole.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');
