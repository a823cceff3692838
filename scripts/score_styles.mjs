// Compares `stillpage explain --styles` with CSS.getMatchedStylesForNode of Chromium, element by element.
//
//   npm install playwright-core@1.65.1
//   NODE_PATH=node_modules node scripts/score_styles.mjs STILLPAGE [--elements 5000] [--show 20] [--seed 1] [PAGE or FOLDER...]
//
// Without pages it takes those of corpus/. An element is equal if the two agree on its style attribute, on which presentational
// attributes there are, and, for the element and for each one that it inherits from, on the rules that match, in order: the texts and places of their
// selectors, which of these match, the sheet, and the place of the block. So are pseudo-elements. The browser's own rules are left out: they are written
// in another way in another sheet.
import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { matchedLines, matchedOnPage } from './matched.mjs';
import { corpus, launch, withPage } from './open.mjs';
import { randomNumbers, readCommandLine } from './scored.mjs';

const run = promisify(execFile);
const options = { elements: 5000, show: 20, seed: 1 };
const { stillpage, pages } = readCommandLine(options, [corpus]);
const random = randomNumbers(options.seed);

/** A selector of nothing but the element at a position among all elements. It runs inside the page. */
function selectorOf(at) {
  const steps = [];
  for (let element = document.querySelectorAll('*')[at]; element.parentElement; element = element.parentElement) {
    steps.unshift(`:nth-child(${[...element.parentElement.children].indexOf(element) + 1})`);
  }
  return [':root', ...steps].join('>');
}

/** The name of a sheet by its header: Chromium's and ours. */
const nameOf = header => {
  if (header?.isInline) return `<style> ${header.startLine} ${header.length}`;
  return header?.isConstructed ? 'adopted' : sheetName(header?.sourceURL ?? '?');
};

/** What Chromium says of some elements of a page, by a selector of each. */
async function askChromium(page, choose) {
  const answers = new Map();
  for (const [at, lines] of await matchedOnPage(page, nameOf, choose)) answers.set(await page.evaluate(selectorOf, at), lines);
  return answers;
}

const sheetName = url => (url.startsWith('data:') ? `data ${url.length}` : basename(url));

async function askStillpage(file, selector) {
  const { stdout } = await run(stillpage, ['explain', file, selector, '--styles', '--json'], { maxBuffer: 1 << 28 });
  const { styles } = JSON.parse(stdout);
  const headers = new Map(styles.matched.styleSheets.map(header => [header.styleSheetId, header]));
  return matchedLines(styles.matched, id => nameOf(headers.get(id)));
}

/** The first line that only one side has, without what is particular to the page. */
function firstDifference(theirs, ours) {
  const at = theirs.findIndex((line, i) => line !== ours[i]);
  return `chromium  ${theirs[at < 0 ? theirs.length : at] ?? '(nothing)'}\n    stillpage ${ours[at < 0 ? theirs.length : at] ?? '(nothing)'}`;
}

const browser = await launch();
const each = Math.max(1, Math.ceil(options.elements / pages.length));
let [compared, equal, shown, failed] = [0, 0, 0, 0];
const worst = [];
try {
  for (const file of pages) {
    const choose = count => {
      const chosen = new Set();
      for (let i = 0; i < each * 20 && chosen.size < Math.min(each, count); i++) chosen.add(Math.floor(random() * count));
      return chosen;
    };
    let answers;
    try {
      answers = await withPage(browser, file, page => askChromium(page, choose));
    } catch (error) {
      console.error(`${file}: ${error.message.split('\n')[0]}`);
      failed++;
      continue;
    }
    let wrong = 0;
    for (const [selector, theirs] of answers) {
      const ours = await askStillpage(file, selector).catch(error => [String(error.message).slice(0, 200)]);
      compared++;
      if (theirs.length === ours.length && theirs.every((line, i) => line === ours[i])) {
        equal++;
        continue;
      }
      wrong++;
      if (shown++ < options.show) console.log(`${basename(file)} ${selector}\n    ${firstDifference(theirs, ours)}`);
    }
    if (wrong) worst.push([wrong, file]);
  }
} finally {
  await browser.close();
}
worst.sort((a, b) => b[0] - a[0]);
for (const [wrong, file] of worst.slice(0, 20)) console.log(`${wrong} ${file}`);
console.log(`${equal} of ${compared} elements equal: ${(equal / Math.max(1, compared)).toFixed(4)}${failed ? `, ${failed} pages not loaded` : ''}`);
