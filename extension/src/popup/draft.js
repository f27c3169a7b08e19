/** A result with the reader's changes to its title and text, which copies and files contain. */
import { inFormat } from '../formats.js';

/** @typedef {import('../types.js').Result} Result */

/**
 * Splits Markdown into its front matter, with the blank lines after it, and the rest.
 * @param {string} markdown
 * @param {boolean} frontmatter whether there is one
 * @returns {[head: string, body: string]}
 */
export const splitFrontMatter = (markdown, frontmatter) => {
  const head = frontmatter ? (/^---\n[\s\S]*?\n---\n+/.exec(markdown)?.[0] ?? '') : '';
  return [head, markdown.slice(head.length)];
};

const titleField = /^title:.*(?:\n[ \t]+.*)*$/m;
const firstHeading = /^# .*/;

/** Escapes what Markdown could read as syntax in a heading. @param {string} title */
const asHeading = (title) => `# ${title.replace(/[\\`*_[\]<>#~|$]/g, '\\$&')}`;

/**
 * @param {Result} original
 * @param {{ format: string, frontmatter: boolean, titleHeading: boolean }} settings
 */
export const createDraft = (original, { format, frontmatter, titleHeading }) => {
  let { title } = original;
  let [head, body] = splitFrontMatter(original.markdown, frontmatter);
  let plain = original.text ?? '';
  const isText = format === 'text';

  const withChanges = () => ({
    ...original,
    title,
    markdown: head + body,
    metadata: title === original.title ? original.metadata : { ...original.metadata, title },
    ...(isText && { text: plain }),
  });

  return {
    format,
    /** The front matter, or an empty string. */
    head: () => head,
    /** The Markdown without front matter. */
    body: () => body,
    /** The text that the reader edits. */
    editable: () => (isText ? plain : body),
    /** @param {string} changed */
    edit: (changed) => {
      if (isText) plain = changed;
      else body = changed;
    },
    /** Replaces the title in the front matter and in the first heading. @param {string} changed */
    rename: (changed) => {
      title = changed.replace(/\s+/g, ' ').trim() || original.title;
      if (head) head = head.replace(titleField, () => `title: ${JSON.stringify(title)}`); // a JSON string is a YAML one
      if (titleHeading) body = body.replace(firstHeading, () => asHeading(title));
    },
    /** The result with the changes. @returns {Result} */
    result: withChanges,
    /** What is copied or saved. @param {string} [as] json, or the reader's format */
    output: (as = format) => inFormat(withChanges(), as),
  };
};

/** @typedef {ReturnType<typeof createDraft>} Draft */
