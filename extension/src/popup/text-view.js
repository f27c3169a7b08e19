/** The text of the result: rendered, as it is copied, or in an editor. */
import { viewOf } from '../markdown/view.js';
import { text, truncate } from '../text.js';
import { element } from './element.js';

const firstUnits = 20_000; // UTF-16 units rendered at once; much longer texts would freeze the popup
const moreUnits = 200_000;

const views = /** @type {const} */ ({ text: ['viewText', 'text'], raw: ['viewRaw', 'preview'], edit: ['viewEdit', 'editor'] });

/** @typedef {keyof typeof views} View */

/**
 * @param {import('./draft.js').Draft} draft
 * @param {() => void} edited called after the reader has changed the text
 */
export const showText = (draft, edited) => {
  const editor = /** @type {HTMLTextAreaElement} */ (element('editor'));
  /** @type {Record<View, () => void>} */
  const fill = {
    text: () => render(draft.body(), firstUnits),
    raw: () => {
      const output = draft.format === 'markdown' ? draft.body() : draft.output();
      element('preview').textContent = output.length > moreUnits ? `${truncate(output, moreUnits)}…` : output;
    },
    edit: () => {
      if (editor.value !== draft.editable()) editor.value = draft.editable();
    },
  };
  const show = (/** @type {View} */ view) => {
    fill[view]();
    for (const [name, [button, box]] of Object.entries(views)) {
      element(button).setAttribute('aria-pressed', String(name === view));
      element(box).hidden = name !== view;
    }
    document.body.dataset.view = view;
  };
  for (const [name, [button]] of Object.entries(views)) element(button).onclick = () => show(/** @type {View} */ (name));
  editor.oninput = () => {
    draft.edit(editor.value);
    edited();
  };
  element('viewEdit').hidden = draft.format === 'html'; // the host makes it, from the page
  show('text');
  return {
    /** Shows the draft after its text was changed elsewhere. */
    refresh: () => show(/** @type {View} */ (document.body.dataset.view)),
  };
};

/** @param {string} markdown @param {number} limit in UTF-16 units */
const render = (markdown, limit) => {
  const cut = markdown.length > limit ? cutAtBlock(markdown, limit) : markdown.length;
  element('text').replaceChildren(viewOf(markdown.slice(0, cut)));
  if (cut === markdown.length) return;
  const more = document.createElement('button');
  more.type = 'button';
  more.textContent = text('showMore');
  more.onclick = () => render(markdown, limit + moreUnits);
  element('text').append(more);
};

/** The end of the last paragraph before a limit. @param {string} markdown @param {number} limit */
const cutAtBlock = (markdown, limit) => {
  const at = markdown.lastIndexOf('\n\n', limit);
  return at > limit / 2 ? at : limit;
};
