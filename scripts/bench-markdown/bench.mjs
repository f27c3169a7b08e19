// Converts every page of the list on standard input (a JSON array of files)
// with each JavaScript tool and prints, as JSON, the CPU milliseconds that each
// page took and the pages on which a tool failed.
import { readFileSync } from 'node:fs';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);
turndown.remove(['script', 'style', 'noscript']);
const nhm = new NodeHtmlMarkdown();

/** Functions from HTML to Markdown, parsing included, by the tool's name. */
const tools = {
  'turndown + gfm': (html) => turndown.turndown(html),
  'node-html-markdown': (html) => nhm.translate(html),
  'defuddle + linkedom': async (html) => {
    const { document } = parseHTML(html);
    return (await Defuddle(document, 'https://example.com/', { markdown: true })).content;
  },
};

const files = JSON.parse(readFileSync(0, 'utf8'));
const report = {};
console.log = console.warn = console.error = () => {}; // defuddle logs
for (const [name, convert] of Object.entries(tools)) {
  const milliseconds = [];
  let failed = 0;
  for (const round of ['warm', 'measured']) {
    for (const file of round === 'warm' ? files.slice(0, 5) : files) {
      const html = readFileSync(file, 'utf8');
      const before = process.cpuUsage();
      try {
        await convert(html);
      } catch {
        if (round === 'measured') failed++;
      }
      const spent = process.cpuUsage(before);
      if (round === 'measured') milliseconds.push((spent.user + spent.system) / 1000);
    }
  }
  report[name] = { milliseconds, failed };
}
process.stdout.write(JSON.stringify(report));
