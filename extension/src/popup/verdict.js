/** What the popup says first: whether the result is complete, in one sentence. */
import { bandOf, isClean, scoreOf } from '../score.js';
import { count, listed, text } from '../text.js';

/**
 * @typedef {import('../types.js').Result} Result
 * @typedef {import('../types.js').PageFacts} PageFacts
 * @typedef {'high' | 'medium' | 'low'} Band
 */

const walls = /** @type {Record<string, string>} */ ({ cookies: 'wallCookies', login: 'wallLogin', robot: 'wallRobot', paid: 'wallPaid' });
const extents = /** @type {Record<string, string>} */ ({ rows: 'extentRows', items: 'extentItems', pages: 'extentPages' });

/** A number of parts of a kind, for example "2 tables". @param {string} kind @param {number} number */
const partCount = (kind, number) => {
  const id = `part_${kind.replace(/[^a-z]+/g, '_')}_${number === 1 ? 'one' : 'many'}`;
  return text(id, count(number)) || `${count(number)} ${kind}`;
};

const order = ['pictures', 'tables', 'code']; // before other kinds

/** @param {Result} result @returns {{ kept: string[], left: string[] }} parts of the page by kind */
export const partsOf = ({ coverage }) => {
  const rank = (/** @type {string} */ kind) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const parts = Object.entries(coverage?.parts ?? {}).sort(([a], [b]) => rank(a) - rank(b));
  return {
    kept: parts.filter(([, { kept }]) => kept > 0).map(([kind, { kept, of }]) => (kept === of ? partCount(kind, of) : text('partsOf', count(kept), partCount(kind, of)))),
    left: parts.filter(([, { kept, of }]) => kept < of).map(([kind, { kept, of }]) => partCount(kind, of - kept)),
  };
};

/**
 * @param {Result} result
 * @param {PageFacts} [page]
 * @returns {{ band: Band, sentence: string }}
 */
export const verdictOf = (result, page) => {
  const { explanation } = result;
  if (page && page.status >= 400) return { band: 'low', sentence: text('pageStatus', String(page.status)) };
  if (explanation?.wall && walls[explanation.wall]) return { band: 'low', sentence: text(walls[explanation.wall]) };
  if (explanation?.extent && extents[explanation.extent.unit]) {
    const { unit, shown, all } = explanation.extent;
    return { band: 'medium', sentence: text(extents[unit], count(shown), count(all)) };
  }
  const { kept, left } = partsOf(result);
  if (isClean(result)) return { band: 'high', sentence: text(result.metadata.source === 'user-selection' ? 'verdictSelection' : 'verdictClean') };
  const band = bandOf(scoreOf(result));
  if (band === 'low') return { band, sentence: text(left.length ? 'verdictUncertainWithout' : 'verdictUncertain', listed(left)) };
  if (left.length) return { band: 'medium', sentence: text('verdictWithout', listed(left)) };
  if (band === 'medium') return { band, sentence: text('verdictProbable') };
  return { band, sentence: kept.length ? text('verdictCompleteWith', listed(kept)) : text('verdictComplete') };
};

/** Notices beside the verdict. @param {Result} result @param {PageFacts} [page] @returns {string[]} */
export const noticesOf = ({ suspicious = [], losses = [] }, page) => {
  const notices = [];
  if (page?.loading) notices.push(text('pageLoading'));
  if (suspicious.length) notices.push(text('suspicious', count(suspicious.length), suspicious[0].text));
  for (const { kind, count: found } of losses) if (kind === 'macros') notices.push(text('macros', count(found)));
  return notices;
};
