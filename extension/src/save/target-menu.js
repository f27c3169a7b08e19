/** The popup's menu of folders for notes; hidden if the host's settings name none. */
import { send } from '../messages.js';
import { text } from '../text.js';

/** @param {string} id @returns {HTMLElement} */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Lists what became of each picture of a note. @param {import('../types.js').PictureFate[]} pictures */
const showPictures = (pictures) => {
  const rows = pictures.map(({ url, fate }) => {
    const row = document.createElement('li');
    row.textContent = `${text(`picture_${fate}`)} ${url}`;
    return row;
  });
  element('pictures').replaceChildren(...rows);
  element('pictureBox').hidden = rows.length === 0;
};

/**
 * @param {number} tabId
 * @param {() => import('../types.js').Result} result as it is when the reader saves it
 * @param {object} how
 * @param {(job: () => Promise<void>) => () => Promise<void>} how.wrap shows failures, and does what follows saving
 * @param {(sentence: string) => void} how.showStatus
 */
export const setUpTargets = async (tabId, result, { wrap, showStatus }) => {
  const menu = /** @type {HTMLSelectElement} */ (element('target'));
  const button = element('saveTo');
  const { aliases, chosen } = await send('targets', { url: result().url }).catch(() => ({ aliases: [], chosen: '' }));
  menu.replaceChildren(...aliases.map((/** @type {string} */ alias) => new Option(alias, alias, false, alias === chosen)));
  menu.hidden = aliases.length < 2;
  const label = () => {
    button.textContent = text('menuSaveTo', menu.value);
  };
  label();
  menu.onchange = label;
  button.onclick = wrap(async () => {
    const { sentence, pictures } = await send('saveTo', { tabId, target: menu.value, result: result() });
    showStatus(sentence);
    showPictures(pictures);
  });
  showPictures([]);
  element('targets').hidden = aliases.length === 0;
};
