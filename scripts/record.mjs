// Records what real Chromium and Playwright say of every page and case of the corpus.
//
//   npm install playwright-core@1.65.1
//   NODE_PATH=node_modules node scripts/record.mjs [PREFIX...]
//
// Without a prefix it records the whole corpus, else the paths below corpus/ that start with one. Chromium is
// $CHROMIUM (/usr/bin/chromium); fonts are those of scripts/fonts.conf. A recording is written only when it changed,
// and recordings of pages that are gone are removed. Nobody edits a recording by hand.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { corpus, launch, pagesBelow, snapshots, withPage } from './open.mjs';

/**
 * What the points of a grid over the viewport hit. A line a row of points, `y: {x: index tag, ...}`: from x on, every
 * 40 px, the element at this place in document order, `~` for nothing and `?` for one that is not in the document's tree.
 */
function hitGrid() {
  const index = new Map([...document.querySelectorAll('*')].map((element, i) => [element, i]));
  const lines = [];
  for (let y = 15; y < innerHeight; y += 30) {
    const runs = [];
    let last;
    for (let x = 20; x < innerWidth; x += 40) {
      const element = document.elementFromPoint(x, y);
      const hit = element ? `${index.get(element) ?? '?'} ${element.localName}` : '~';
      if (hit !== last) runs.push(`${x}: ${hit}`);
      last = hit;
    }
    lines.push(`${y}: {${runs.join(', ')}}`);
  }
  return lines.join('\n');
}

/** The computed values that every later room starts from, an element a line. */
function computedValues() {
  return [...document.querySelectorAll('*')].map((element, i) => {
    const style = getComputedStyle(element);
    const visible = element.checkVisibility() ? 'visible' : 'invisible';
    return `- [${i}, ${element.localName}, ${style.display}, ${style.visibility}, ${style.position}, ${visible}]`;
  }).join('\n');
}

/** Border boxes in viewport coordinates, CSS px to two places, an element below `body` a line. */
function boxes() {
  const short = value => String(Math.round(value * 100) / 100);
  return [...document.querySelectorAll('*')].map((element, i) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.body?.contains(element)
      ? `- [${i}, ${element.localName}, ${short(x)}, ${short(y)}, ${short(width)}, ${short(height)}]` : '';
  }).filter(Boolean).join('\n');
}

/** The selectors that a case lists in its `<script type="text/plain">`, each with the places of what it matches. */
function selectorMatches() {
  const index = new Map([...document.querySelectorAll('*')].map((element, i) => [element, i]));
  const list = document.querySelector('script[type="text/plain"]')?.textContent ?? '';
  return list.split('\n').map(line => line.trim()).filter(Boolean).map(selector => {
    let matched;
    try {
      matched = `[${[...document.querySelectorAll(selector)].map(element => index.get(element)).join(', ')}]`;
    } catch (error) {
      matched = error.name;
    }
    return `${JSON.stringify(selector)}: ${matched}`;
  }).join('\n');
}

/** What is recorded: Playwright's two modes of every file, and what each room's cases are about. */
const MODES = {
  ai: page => page.ariaSnapshot({ mode: 'ai' }),
  default: page => page.locator('body').ariaSnapshot(),
};
const MODES_OF_ROOM = {
  selector: { find: page => page.evaluate(selectorMatches) },
  style: { style: page => page.evaluate(computedValues) },
  layout: { boxes: page => page.evaluate(boxes) },
  hit: { hit: page => page.evaluate(hitGrid) },
};

function record(browser, file) {
  const name = relative(corpus, file).split(sep).join('/');
  return withPage(browser, file, async page => {
    const modes = { ...MODES, ...MODES_OF_ROOM[/^cases\/([^/]+)\//.exec(name)?.[1]] };
    for (const [mode, view] of Object.entries(modes)) {
      const path = join(snapshots, `${name}.${mode}.yaml`);
      const text = `${(await view(page)).trimEnd()}\n`;
      if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      console.log(`recorded ${name} ${mode}`);
    }
  });
}

/** Removes recordings whose page is gone. */
function removeOrphans() {
  if (!existsSync(snapshots)) return;
  for (const entry of readdirSync(snapshots, { recursive: true })) {
    const page = /^(.*\.(?:html|mhtml))\.[a-z]+\.(?:yaml|diff)$/.exec(String(entry))?.[1];
    if (page && !existsSync(join(corpus, page))) {
      rmSync(join(snapshots, String(entry)));
      console.log(`removed ${entry}`);
    }
  }
}

const prefixes = process.argv.slice(2).map(prefix => prefix.replace(/^(\.\/)?corpus\//, ''));
const files = ['pages', 'cases'].map(part => join(corpus, part)).filter(existsSync).flatMap(pagesBelow)
  .filter(file => !prefixes.length || prefixes.some(prefix => relative(corpus, file).split(sep).join('/').startsWith(prefix)));
const browser = await launch();
console.log(`Chromium ${browser.version()}, ${files.length} pages`);
let failures = 0;
for (const file of files) {
  await record(browser, file).catch(error => {
    failures++;
    console.error(`${relative(corpus, file)}: ${error.message}`);
  });
}
await browser.close();
removeOrphans();
process.exitCode = failures ? 1 : 0;
