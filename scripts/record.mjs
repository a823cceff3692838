// Records what real Chromium and Playwright say of every page and case of the corpus.
//
//   npm install playwright-core@1.65.1
//   NODE_PATH=node_modules node scripts/record.mjs [PREFIX...]
//
// Without a prefix it records the whole corpus, else the paths below corpus/ that start with one. Chromium is
// $CHROMIUM (/usr/bin/chromium); fonts are those of scripts/fonts.conf. A recording is written only when it changed,
// and recordings of pages that are gone are removed. Nobody edits a recording by hand.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { matchedOnPage } from './matched.mjs';
import { corpus, launch, pagesBelow, snapshots, withPage } from './open.mjs';

/**
 * What recordings call the elements: `div#id`, or the way from the nearest element with an id, such as `div#id/p:2/span`. The same as
 * `names` in tests/corpus/mode.rs. It and all below runs inside the page.
 */
function elementNames() {
  const names = new Map(), taken = new Set();
  for (const element of document.querySelectorAll('*')) {
    const tag = element.localName, id = element.getAttribute('id') ?? '';
    let name = `${tag}#${id}`;
    if (!/^[\w-]+$/.test(id) || taken.has(name)) {
      let place = 1;
      for (let other = element.previousElementSibling; other; other = other.previousElementSibling) place += other.localName === tag;
      const above = names.get(element.parentElement);
      name = (above && above !== 'html' ? `${above}/` : '') + (place === 1 ? tag : `${tag}:${place}`);
    }
    taken.add(name);
    names.set(element, name);
  }
  return names;
}

/**
 * What the points of a grid over the viewport hit. A line a row of points, `y: {x: element, ...}`: from x on, every 40 px, this
 * element, `~` for nothing and `?` for one that is not in the document's tree.
 */
function hitGrid() {
  const names = elementNames();
  const lines = [];
  for (let y = 15; y < innerHeight; y += 30) {
    const runs = [];
    let last;
    for (let x = 20; x < innerWidth; x += 40) {
      const element = document.elementFromPoint(x, y);
      const hit = element ? names.get(element) ?? '?' : '~';
      if (hit !== last) runs.push(`${x}: ${hit}`);
      last = hit;
    }
    lines.push(`${y}: {${runs.join(', ')}}`);
  }
  return lines.join('\n');
}

/** The computed values that every later room starts from, an element a line. */
function computedValues() {
  return [...elementNames()].map(([element, name]) => {
    const style = getComputedStyle(element);
    const visible = element.checkVisibility() ? 'visible' : 'invisible';
    return `- [${name}, ${style.display}, ${style.visibility}, ${style.position}, ${visible}]`;
  }).join('\n');
}

/** Border boxes in viewport coordinates, CSS px to two places, an element below `body` a line. */
function boxes() {
  const short = value => String(Math.round(value * 100) / 100);
  return [...elementNames()].map(([element, name]) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.body?.contains(element) ? `- [${[name, ...[x, y, width, height].map(short)].join(', ')}]` : '';
  }).filter(Boolean).join('\n');
}

/** The selectors that a case lists in its `<script type="text/plain">`, each with what it matches. */
function selectorMatches() {
  const names = elementNames();
  const list = document.querySelector('script[type="text/plain"]')?.textContent ?? '';
  return list.split('\n').map(line => line.trim()).filter(Boolean).map(selector => {
    let matched;
    try {
      matched = `[${[...document.querySelectorAll(selector)].map(element => names.get(element)).join(', ')}]`;
    } catch (error) {
      matched = error.name;
    }
    return `${JSON.stringify(selector)}: ${matched}`;
  }).join('\n');
}

/** The rules that match each element and its pseudo-elements, and its style attribute, with their places in the sheets. */
async function matchedRules(page) {
  const names = await page.evaluate(`(() => { ${elementNames}; return [...elementNames().values()]; })()`);
  const nameOf = header => (header.isInline ? 'style' : header.sourceURL.startsWith('data:') ? 'data:' : basename(header.sourceURL));
  const answers = await matchedOnPage(page, nameOf, count => Array(count).keys());
  return [...answers].map(([at, lines]) => {
    const own = lines.filter(line => !line.startsWith('^')).map(line => `  - ${line}\n`);
    return own.length ? `${names[at]}:\n${own.join('')}` : '';
  }).join('');
}

/** Evaluates one of the functions above inside the page. */
const inside = view => page => page.evaluate(`(() => { ${elementNames}; return (${view})(); })()`);

/** What is recorded: Playwright's two modes of every file, and what each room's cases are about. */
const MODES = {
  ai: page => page.ariaSnapshot({ mode: 'ai' }),
  default: page => page.locator('body').ariaSnapshot(),
};
const MODES_OF_ROOM = {
  selector: { find: inside(selectorMatches) },
  style: { style: inside(computedValues), rules: matchedRules },
  layout: { boxes: inside(boxes) },
  hit: { hit: inside(hitGrid) },
};

/** The sections of a case, each a page with what stands above the first of them; a file without a line `--- name ---` is one. */
function sectionsOf(file) {
  if (file.endsWith('.mhtml')) return [{}];
  const [prelude, ...parts] = readFileSync(file, 'utf8').split(/^(?=--- .* ---$)/m);
  if (!parts.length) return [{}];
  return parts.map(part => {
    const [, heading, body] = /^(--- .* ---\n)([^]*)$/.exec(part);
    return { heading, text: prelude + body };
  });
}

async function record(browser, file) {
  const name = relative(corpus, file).split(sep).join('/');
  const modes = { ...MODES, ...MODES_OF_ROOM[/^cases\/([^/]+)\//.exec(name)?.[1]] };
  const recorded = Object.fromEntries(Object.keys(modes).map(mode => [mode, '']));
  for (const { heading = '', text } of sectionsOf(file)) {
    await withPage(browser, file, async page => {
      for (const [mode, view] of Object.entries(modes)) recorded[mode] += `${heading}${(await view(page)).trimEnd()}\n`;
    }, text);
  }
  for (const [mode, text] of Object.entries(recorded)) {
    const path = join(snapshots, `${name}.${mode}.yaml`);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`recorded ${name} ${mode}`);
  }
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
