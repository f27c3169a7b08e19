/** Sentences about the last clip of a page. */
import { countsOf } from './changes.js';
import { failures } from './failure.js';
import { day, text } from './text.js';

/**
 * @param {import('./types.js').Recall} recall
 * @returns {string} empty if the page was never saved
 */
export const savedSentence = ({ clip, added, removed }) => {
  if (!clip) return '';
  return text(added + removed > 0 ? 'savedChanged' : 'savedSame', day(clip.saved));
};

/**
 * Like `savedSentence`, with the number of blocks that changed.
 * @param {import('./types.js').Recall} recall
 * @param {boolean} savedNow whether the current page has been saved since
 */
export const changedSentence = ({ clip, diff = [] }, savedNow) =>
  clip ? text(savedNow ? 'savedAgain' : 'savedChangedBy', day(clip.saved), countsOf(diff)) : '';

/**
 * @param {import('./types.js').SaveReply} reply
 * @returns {string} why the page was not saved; empty if it was saved, or if page memory was off already
 */
export const notSavedSentence = ({ tooLong, off, failed }) => {
  if (tooLong) return text('savedTooLong');
  if (off) return text('savedOff');
  return failed ? text('savedFailed', text(failures[failed].text)) : '';
};
