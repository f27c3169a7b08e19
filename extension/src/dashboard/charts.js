/** Line charts over days. The tables beside them contain the same figures as text. */
import { language } from '../text.js';
import uPlot from '../vendor/uplot.js';

/**
 * @typedef {object} Series
 * @property {string} label
 * @property {(number | null)[]} values one per day
 * @property {string} colour custom property of the theme, such as --brand
 */

const height = 180;

/** @param {string} name of a custom property */
const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Replaces the chart in an element.
 * @param {HTMLElement} container
 * @param {string[]} days such as 2026-05-03, oldest first
 * @param {Series[]} series
 * @param {number} [max] top of the scale; the largest value if absent
 */
export const drawLines = (container, days, series, max) => {
  const axis = { stroke: colourOf('--quiet'), grid: { stroke: colourOf('--line'), width: 1 }, ticks: { show: false } };
  const times = days.map((day) => Date.parse(`${day}T00:00:00`) / 1000);
  container.replaceChildren();
  return new uPlot(
    {
      width: container.clientWidth,
      height,
      legend: { show: series.length > 1, live: false },
      cursor: { show: false },
      scales: { y: { range: (_plot, _least, largest) => [0, max ?? Math.max(1, largest * 1.1)] } },
      axes: [
        { ...axis, values: (_plot, splits) => splits.map((at) => new Date(at * 1000).toLocaleDateString(language(), { day: 'numeric', month: 'short' })), incrs: [86400, 2 * 86400, 7 * 86400] },
        { ...axis, size: 44, values: (_plot, splits) => splits.map((value) => value.toLocaleString(language())) },
      ],
      series: [
        {},
        ...series.map(({ label, colour }) => ({ label, stroke: colourOf(colour), width: 2, points: { show: days.length < 2 || undefined, size: 6, fill: colourOf(colour) } })),
      ],
    },
    [times, ...series.map(({ values }) => values)],
    container,
  );
};
