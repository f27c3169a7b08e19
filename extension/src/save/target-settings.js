/** The part of the options page about folders for notes. */
import { asFailure, failures } from '../failure.js';
import { send } from '../messages.js';
import { listed, text } from '../text.js';

/** @param {string} id @returns {HTMLElement} */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Sets up the switch for sharing settings.
 * @param {() => Promise<void>} changed called when settings of the file may have replaced this browser's
 */
export const setUpSharing = async (changed) => {
  const field = /** @type {HTMLInputElement} */ (element('shareSettings'));
  const ask = async (/** @type {{ share?: boolean }} */ request) => {
    try {
      field.checked = (await send('sharedSettings', request)).shared;
      await changed();
    } catch (error) {
      if (request.share !== undefined) field.checked = !request.share;
      element('targetsProblem').textContent = text(failures[asFailure(error).name].text);
    }
  };
  field.onchange = () => ask({ share: field.checked });
  await ask({});
};

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
