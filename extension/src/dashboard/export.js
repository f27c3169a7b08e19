/** Statistics as CSV and JSON. */

/** @typedef {import('../types.js').Stats} Stats */

/** Quotes a value where RFC 4180 requires it. @param {unknown} value */
const cell = (value) => {
  const plain = String(value ?? '');
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** A name from the web, which a spreadsheet must not take for a formula. @param {string} name */
const asText = (name) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name);

/**
 * All statistics in one table. The first two columns are the kind of a row and
 * its name.
 * @param {Stats} stats
 */
export const toCsv = ({ window, total, bySource, byOutcome, lowQualityDomains, fallbackByDomain, percentiles, trend }) => {
  /** @type {unknown[][]} */
  const rows = [['about', 'name', 'count', 'percent', 'quality', 'confidence', 'characters', 'ms', 'p50', 'p90', 'p99', 'fallbacks']];
  rows.push(['total', window, total]);
  for (const s of bySource) rows.push(['source', s.source, s.count, s.pct, s.avgQuality, s.avgConfidence, s.avgLen, s.avgMs]);
  for (const o of byOutcome) rows.push(['outcome', o.outcome, o.count]);
  for (const d of lowQualityDomains) rows.push(['low quality', asText(d.domain), d.count, '', d.avgQuality]);
  for (const d of fallbackByDomain) rows.push(['fell back', asText(d.domain), d.count]);
  for (const [part, p] of Object.entries(percentiles)) rows.push(['milliseconds', part, '', '', '', '', '', '', p.p50, p.p90, p.p99]);
  for (const d of trend) rows.push(['day', d.day, d.count, '', d.avgQuality, '', '', d.avgMs, '', '', '', d.fallbacks]);
  const columns = rows[0].length;
  return rows.map((row) => Array.from({ length: columns }, (_, n) => cell(row[n])).join(',')).join('\r\n') + '\r\n';
};

/** @param {Stats} stats */
export const toJson = (stats) => `${JSON.stringify(stats, null, 2)}\n`;
