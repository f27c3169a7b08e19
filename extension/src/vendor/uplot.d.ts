// The pack script puts uPlot beside this file as uplot.js.
export { default } from 'uplot';
