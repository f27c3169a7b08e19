/** Says in words what is remembered of a page. */
import { api } from './browser.js';
import { countsOf } from './changes.js';
import { text } from './text.js';

/** A day, and the year if it is another one. @param {string} time RFC 3339 */
export const day = (time) => {
  const at = new Date(time);
  const year = at.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return at.toLocaleDateString(api.i18n.getUILanguage(), { day: 'numeric', month: 'long', year });
};

/**
 * @param {import('./types.js').Recalled} recalled
 * @returns {string} empty if the page was never kept
 */
export const savedSentence = ({ clip, added, removed }) => {
  if (!clip) return '';
  return text(added + removed > 0 ? 'savedChanged' : 'savedSame', day(clip.saved));
};

/**
 * The same with how much has changed.
 * @param {import('./types.js').Recalled} recalled
 * @param {boolean} again whether the page as it is now has been kept since
 */
export const changedSentence = ({ clip, diff = [] }, again) =>
  clip ? text(again ? 'savedAgain' : 'savedChangedBy', day(clip.saved), countsOf(diff)) : '';
