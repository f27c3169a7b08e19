/** The reader's settings, completed with defaults. */
import { api } from './browser.js';

/** @type {import('./types.js').Settings} */
export const defaults = {
  format: 'markdown',
  frontmatter: true,
  titleHeading: true,
  thoughts: true,
  images: 'keep',
  links: 'inline',
  comments: true,
  commentDepth: 3,
  commentLimit: 0,
  copyOnOpen: false,
  askOrigin: false,
  oneClick: false,
  oneClickAsked: false,
};

/** @returns {Promise<import('./types.js').Settings>} */
export const loadSettings = async () => {
  const { settings } = await api.storage.local.get('settings');
  return { ...defaults, .../** @type {object} */ (settings) };
};

/** @param {import('./types.js').Settings} settings */
export const saveSettings = (settings) => api.storage.local.set({ settings });

/**
 * Settings as the host's options, which are the flags of `pulltab convert` in
 * camelCase.
 * @param {import('./types.js').Settings} settings
 */
export const hostOptions = ({ format, frontmatter, titleHeading, thoughts, images, links, comments, commentDepth, commentLimit }) => ({
  format: format === 'text' || format === 'html' ? format : 'markdown', // JSON is made from the result; text and HTML add a field to it
  frontmatter,
  titleHeading,
  thoughts,
  images,
  links,
  comments,
  commentDepth,
  commentLimit,
  tokens: true,
  explain: true,
});
