// Records what axe-core finds on the pages of the corpus, and on corpus/cases/audit, for the rules that `stillpage audit`
// shares with it.
//
//   npm install playwright-core@1.65.1 axe-core@4.14.1
//   NODE_PATH=node_modules node scripts/record_axe.mjs [PAGE...]
//   NODE_PATH=node_modules node scripts/record_axe.mjs --pages DIR --out DIR [PAGE...]
//
// A recording, snapshots/axe/PAGE.json, has for each rule the elements that fail it (`violations`) and those that axe
// leaves to a person (`incomplete`), by their place in the order in which `deepElements` walks the page. axe takes for hidden
// what is scrolled out of an inner part of the page, so rules about what is seen are asked again at each place of such parts.
// With --pages it records the .html files of another folder, and of `color-contrast` and `target-size` also what axe measured.
// `scripts/score_axe.py` compares. Nobody edits a recording by hand.
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { corpus, launch, pagesBelow, snapshots, withPage } from './open.mjs';

const RULES = [
  'area-alt', 'aria-allowed-attr', 'aria-command-name', 'aria-dialog-name', 'aria-hidden-focus',
  'aria-input-field-name', 'aria-progressbar-name', 'aria-toggle-field-name', 'button-name', 'color-contrast',
  'document-title', 'duplicate-id-aria', 'empty-table-header', 'heading-order', 'html-has-lang', 'image-alt',
  'input-button-name', 'input-image-alt', 'label', 'label-content-name-mismatch', 'label-title-only',
  'landmark-no-duplicate-banner', 'landmark-one-main', 'landmark-unique', 'link-in-text-block', 'link-name', 'list',
  'meta-viewport', 'page-has-heading-one', 'region', 'role-img-alt', 'scrollable-region-focusable', 'select-name',
  'summary-name', 'svg-img-alt', 'tabindex', 'target-size',
];

/** Those that are about what is seen. */
const SEEN = ['color-contrast', 'label-content-name-mismatch', 'link-in-text-block'];
/** Places at most that an inner part is scrolled to. */
const MOST_PLACES = 60;

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs the rules inside the page. */
async function run([rules, details, seen, mostPlaces]) {
  const elements = [], roots = [document];
  while (roots.length) {
    const below = [...roots.pop().querySelectorAll('*')];
    elements.push(...below);
    roots.push(...below.map(element => element.shadowRoot).filter(Boolean).reverse());
  }
  const order = new Map(elements.map((element, i) => [element, i]));
  const ask = rules => axe.run(document, {
    runOnly: { type: 'rule', values: rules }, iframes: false, elementRef: true,
    resultTypes: details ? ['violations', 'incomplete', 'passes'] : ['violations', 'incomplete'],
  });
  const results = await ask(rules);
  const scrollers = elements.filter(element => element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 50
    && /auto|scroll/.test(getComputedStyle(element).overflowY) && element !== document.scrollingElement
    && element !== document.body && element.checkVisibility());
  const known = new Set(['violations', 'incomplete', 'passes'].flatMap(kind =>
    results[kind].flatMap(({ id, nodes }) => nodes.map(node => `${id} ${order.get(node.element)}`))));
  for (const scroller of scrollers) {
    const from = scroller.scrollTop;
    for (let place = 1; place <= mostPlaces && from + place * scroller.clientHeight < scroller.scrollHeight; place += 1) {
      scroller.scrollTop = from + place * scroller.clientHeight;
      const more = await ask(seen);
      for (const kind of ['violations', 'incomplete', 'passes']) {
        for (const rule of more[kind]) {
          const nodes = rule.nodes.filter(node => scroller.contains(node.element) && !known.has(`${rule.id} ${order.get(node.element)}`));
          nodes.forEach(node => known.add(`${rule.id} ${order.get(node.element)}`));
          if (!nodes.length) continue;
          const own = results[kind].find(({ id }) => id === rule.id);
          if (own) own.nodes.push(...nodes);
          else results[kind].push({ ...rule, nodes });
        }
      }
    }
    scroller.scrollTop = from;
  }
  const found = {};
  for (const kind of ['violations', 'incomplete', 'passes']) {
    for (const { id, nodes } of results[kind]) {
      const measured = details && ['color-contrast', 'target-size'].includes(id);
      if (kind === 'passes' && !measured) continue;
      const answers = nodes.map(node => {
        const at = order.get(node.element);
        return measured ? [at, ...[...node.any, ...node.none].map(check => check.data)] : at;
      });
      (found[id] ??= {})[kind] = answers.sort((a, b) => (measured ? a[0] - b[0] : a - b));
    }
  }
  return { axe: axe.version, rules: Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

const args = process.argv.slice(2);
const option = name => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
};
const pages = option('--pages'), out = option('--out') ?? join(snapshots, 'axe');
const files = pages ? pagesBelow(pages)
  : [...pagesBelow(join(corpus, 'pages')).filter(file => /page\.html$/.test(file)), ...pagesBelow(join(corpus, 'cases/audit'))];
mkdirSync(out, { recursive: true });
let browser = await launch(), count = 0;
for (const file of files) {
  const name = pages || !/page\.html$/.test(file) ? basename(file, '.html') : basename(dirname(file));
  const target = join(out, `${name}.json`);
  if (args.length ? !args.includes(name) : pages && existsSync(target)) continue;
  try {
    const answer = await withPage(browser, file, async page => {
      await page.evaluate(source);
      return page.evaluate(run, [RULES, Boolean(pages), SEEN, MOST_PLACES]);
    });
    writeFileSync(target, `${JSON.stringify(answer)}\n`);
    if (++count % 40 === 0) {
      await browser.close();
      browser = await launch();
    }
  } catch (error) {
    if (!pages) throw error;
    console.error(`${name}: ${String(error).split('\n')[0]}`);
  }
}
await browser.close();
console.log(`${count} pages`);
