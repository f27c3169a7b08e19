// A JavaScript extractor as a filter: readability (with turndown) or defuddle, both on linkedom.
import { createInterface } from 'node:readline';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
const tools = {
  readability: (html) => {
    const article = new Readability(parseHTML(html).document).parse();
    return article ? turndown.turndown(article.content) : null;
  },
  defuddle: async (html) => (await Defuddle(parseHTML(html).document, 'https://example.com/', { markdown: true })).content,
};
const convert = tools[process.argv[2]];
const write = process.stdout.write.bind(process.stdout);
console.log = console.warn = console.error = () => {}; // defuddle logs

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const page = JSON.parse(line);
  let markdown = null;
  try {
    markdown = await convert(page.html);
  } catch {
    // An answer without text.
  }
  write(`${JSON.stringify({ id: page.id, markdown })}\n`);
}
