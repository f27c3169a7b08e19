/** The part of the options page about folders for notes. */
import { asFailure, failures } from '../failure.js';
import { send } from '../messages.js';
import { listed, text } from '../text.js';

/** @param {string} id @returns {HTMLElement} */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Shows the aliases, the settings file, and whether it has errors. */
export const showTargets = async () => {
  try {
    const { aliases, problem, file } = await send('targets', { url: '' });
    element('targetsList').textContent = aliases.length > 0 ? text('targetsKnown', listed(aliases)) : text('targetsNone');
    element('targetsFile').textContent = file;
    element('targetsProblem').textContent = problem ? text('targetsProblem') : '';
  } catch (error) {
    element('targetsProblem').textContent = text(failures[asFailure(error).name].text);
  }
};
