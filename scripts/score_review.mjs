// Checks the verdicts of `stillpage review --tests` in Chromium, on pages before and after simulated re-renders.
//
//   npm install playwright-core@1.65.1
//   NODE_PATH=node_modules node scripts/score_review.mjs STILLPAGE [--pairs 1000] [--elements 6] [--seed 1] [--seconds 36000] [--show 20] [PAGE or FOLDER...]
//
// Without pages it takes those of corpus/. For each pair, some elements with a ref are drawn, and locators written for them: the one that
// Playwright generates, role and name alone, and CSS. Chromium says how many elements each finds before and after. A locator that finds one
// before and not one after is broken; the simulator says which element the replacement has to find, and Chromium whether it finds
// that one alone. "plain" are pairs whose truth the two pages decide by themselves: see docs/rerenders.md.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { corpus, launch, withPage } from './open.mjs';
import { randomNumbers, readCommandLine } from './scored.mjs';

const run = promisify(execFile);
const options = { pairs: 1000, elements: 6, seed: 1, show: 20, seconds: 36000 };
const below = ['pages', 'rerenders', 'unseen'].map(name => join(corpus, name));
const { stillpage, pages } = readCommandLine(options, below);
const PROFILES = ['react', 'preact', 'vue', 'svelte', 'morph', 'chaos'];
const random = randomNumbers(options.seed);

/** The place of an element in its document; it runs inside the page. */
const place = element => [...document.querySelectorAll('*')].indexOf(element);

/** CSS for an element as people write it. It runs inside the page. */
function cssOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const [first] = element.classList;
  return element.localName + (first ? `.${CSS.escape(first)}` : '');
}

const quoted = text => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

/** Locators for some elements of a page. */
async function locatorsOn(page) {
  const snapshot = await page.ariaSnapshot({ mode: 'ai' });
  const known = [...snapshot.matchAll(/- (\w+)(?: "((?:[^"\\]|\\.)*)")?[^\n]*\[ref=(e\d+)\]/g)];
  const acted = known.filter(([, role]) => /button|link|checkbox|radio|textbox|combobox|tab|menuitem|switch|option|searchbox|spinbutton/.test(role));
  const from = acted.length ? acted : known;
  const written = new Set();
  for (let i = 0; i < options.elements && from.length; i++) {
    const [, role, name, ref] = from.splice(Math.floor(random() * from.length), 1)[0];
    const element = page.getByRef(ref);
    written.add(`page.${await element.normalize()}`);
    written.add(`page.locator(${quoted(await element.evaluate(cssOf))})`);
    if (name) written.add(`page.getByRole(${quoted(role)}, { name: ${quoted(JSON.parse(`"${name}"`))} })`);
  }
  return [...written].filter(text => !text.includes('\n'));
}

/** The number of elements that a locator finds, and the place of the first. */
async function ask(page, text) {
  const locator = new Function('page', `return ${text}`)(page);
  const count = await locator.count();
  return { count, place: count ? await locator.first().evaluate(place) : -1 };
}

const tally = () => ({ locators: 0, broken: 0, found: 0, wrong: 0, missed: 0, replaceable: 0, replaced: 0, misled: 0, unreplaced: 0, another: 0, anotherFound: 0, anotherWrong: 0 });
const all = tally(), plain = tally();
const mistakes = [];
const folder = mkdtempSync(join(tmpdir(), 'review-'));
const browser = await launch();
const started = Date.now();
let done = 0, failures = 0;
for (; done < options.pairs && Date.now() - started < options.seconds * 1000; done++) {
  const source = pages[done % pages.length];
  const seed = Math.floor(done / pages.length) * 7 + options.seed;
  const profile = PROFILES[Math.floor(done / pages.length) % PROFILES.length];
  const copy = join(folder, 'page');
  rmSync(copy, { recursive: true, force: true });
  cpSync(dirname(source), copy, { recursive: true });
  const [base, head, truthFile, test] = [basename(source), 'after.html', 'truth.json', 'a.spec.ts'].map(name => join(copy, name));
  await run(stillpage, ['mutate', base, '--seed', `${seed}`, '--profile', profile, '-o', head, '--truth', truthFile]);
  const { truth, clarity, steps } = JSON.parse(readFileSync(truthFile, 'utf8'));
  const [texts, before] = await withPage(browser, base, async page => {
    const texts = await locatorsOn(page);
    const before = [];
    for (const text of texts) before.push(await ask(page, text));
    return [texts, before];
  });
  writeFileSync(test, texts.map(text => `await ${text}.click();\n`).join(''));
  const answer = await run(stillpage, ['review', base, head, '--tests', test, '--json'], { maxBuffer: 1 << 26 })
    .catch(error => (error.code === 1 ? error : Promise.reject(error)));
  const review = JSON.parse(answer.stdout);
  for (const { line, reason } of review.notUnderstood) mistakes.push(`${basename(dirname(source))}: not understood: ${texts[line - 1]}: ${reason}`);
  const verdicts = new Map(review.pages[0].locators.map(found => [found.line - 1, found]));
  await withPage(browser, head, async page => {
    for (const [at, text] of texts.entries()) {
      if (before[at].count !== 1) continue;
      const after = await ask(page, text);
      const verdict = verdicts.get(at);
      const where = `${basename(dirname(source))}/${basename(source)} --seed ${seed} --profile ${profile} (${steps.map(step => step.op)}; ${clarity})`;
      const isListed = verdict !== undefined && verdict.verdict !== 'another';
      const isBroken = after.count !== 1;
      // Elements of shadow trees and frames have no place.
      const to = before[at].place < 0 ? undefined : truth[before[at].place];
      const isElsewhere = !isBroken && to != null && after.place !== to;
      const replaced = isListed && verdict.replacement ? await ask(page, verdict.replacement) : undefined;
      for (const counts of clarity === 'plain' ? [all, plain] : [all]) {
        counts.locators++;
        if (isBroken) counts.broken++;
        if (isBroken && isListed) counts.found++;
        if (!isBroken && isListed) counts.wrong++;
        if (isBroken && !isListed) counts.missed++;
        if (isElsewhere) counts.another++;
        if (verdict?.verdict === 'another') counts[isElsewhere ? 'anotherFound' : 'anotherWrong']++;
        if (!isBroken || !isListed || to === undefined) continue;
        if (to !== null) counts.replaceable++;
        const isRight = replaced !== undefined && replaced.count === 1 && replaced.place === to;
        if (isRight) counts.replaced++;
        else if (replaced !== undefined) counts.misled++;
        else if (to !== null) counts.unreplaced++;
      }
      if (isBroken !== isListed) mistakes.push(`${where}: ${text}: Chromium ${before[at].count} -> ${after.count}, review ${verdict?.verdict ?? 'ok'}`);
      if (replaced !== undefined && to !== undefined && !(replaced.count === 1 && replaced.place === to)) {
        mistakes.push(`${where}: ${text}: replacement ${verdict.replacement} finds ${replaced.count}, at ${replaced.place}, not ${to}`);
      } else if (isListed && !replaced && to != null) mistakes.push(`${where}: ${text}: no replacement: ${verdict.reason}`);
    }
  }).catch(error => { failures++; mistakes.push(`${source} --seed ${seed}: ${error.message.split('\n')[0]}`); });
  if (process.stderr.isTTY) process.stderr.write(`\r${done + 1}/${options.pairs}`);
}
await browser.close();
rmSync(folder, { recursive: true });

const share = (part, whole) => (whole ? (part / whole).toFixed(4) : '-');
const row = (name, counts) => {
  const { found, wrong, missed, replaced, misled, replaceable, anotherFound, anotherWrong, another } = counts;
  return `| ${name} | ${counts.locators} | ${counts.broken} | ${share(found, found + wrong)} | ${share(found, found + missed)} | ` +
    `${share(replaced, replaced + misled)} | ${share(replaced, replaceable)} | ${share(anotherFound, anotherFound + anotherWrong)} | ${share(anotherFound, another)} |`;
};
console.log(mistakes.slice(0, options.show).join('\n'));
console.log(`\n${done} pairs of ${pages.length} pages, ${mistakes.length} mistakes, ${failures} failures, ${Math.round((Date.now() - started) / 1000)} s\n`);
console.log('| pairs | locators | broken | precision | recall | replacements: precision | recall | another: precision | recall |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
console.log(row('all', all));
console.log(row('plain', plain));
console.log(JSON.stringify({ all, plain }));
