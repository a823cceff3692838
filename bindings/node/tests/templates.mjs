// Compares the verdicts of templates with those of Playwright's own toMatchAriaSnapshot, where they were recorded.
//
// usage: node tests/templates.mjs TEMPLATES
//
// TEMPLATES is a JSON list of { set, page, kind, template, verdict: match|differ|invalid }: the template against the body of
// SET/pages/PAGE.html, beside the file.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSync } from '../js/open.js';

const [file] = process.argv.slice(2);
const pages = new Map();
const tally = new Map();
const wrong = [];
for (const { set, page, kind, template, verdict } of JSON.parse(readFileSync(file, 'utf8'))) {
  const path = join(dirname(file), set, 'pages', `${page}.html`);
  if (!pages.has(path)) pages.set(path, openSync(path));
  let said;
  try {
    // As the command compares: the pages hold state of their capture, which a browser that loads them does not know.
    said = pages.get(path).tool('match', { template }).exitCode === 0 ? 'match' : 'differ';
  } catch (error) {
    said = error.code === 'invalid_arguments' ? 'invalid' : error.code;
  }
  for (const row of ['all', verdict]) {
    const [right, of] = tally.get(row) ?? [0, 0];
    tally.set(row, [right + (said === verdict), of + 1]);
  }
  if (said !== verdict) wrong.push(`${set} ${page} (${kind}): Playwright says ${verdict}, here it is ${said}\n  ${template.replaceAll('\n', '\n  ')}`);
}
console.log(wrong.join('\n'));
for (const [row, [right, of]] of tally) console.log(`${row}: ${right} of ${of} as in Playwright (${((100 * right) / of).toFixed(1)}%)`);
const [right, of] = tally.get('all');
console.log(`${right} passed, ${of - right} failed`);
process.exit(right === of ? 0 : 1);
