// Records the locator that Playwright generates for every element with a ref on the pages of the corpus.
//
//   npm install playwright-core@1.65.1
//   NODE_PATH=node_modules node scripts/record_generated.mjs [PAGE...]
//
// A line of snapshots/generated/PAGE.txt is the element and its locator. The element is its place in the order in which
// `deepElements` walks the page, or its ref where it is in a frame. Nobody edits a recording by hand.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { corpus, launch, pagesBelow, snapshots, withPage } from './open.mjs';

/** The place of an element among those of the document, then those of its open shadow trees. */
function place(element) {
  const found = [], roots = [document];
  while (roots.length) {
    const elements = [...roots.pop().querySelectorAll('*')];
    found.push(...elements);
    roots.push(...elements.map(element => element.shadowRoot).filter(Boolean).reverse());
  }
  return found.indexOf(element);
}

/** The lines of a page. */
export async function generated(page) {
  const refs = (await page.ariaSnapshot({ mode: 'ai' })).matchAll(/\[ref=((?:f\d+)?e\d+)\]/g);
  const lines = [];
  for (const [, ref] of refs) {
    const element = page.getByRef(ref);
    const key = ref.startsWith('f') ? ref : await element.evaluate(place);
    lines.push(`${key} ${await element.normalize()}`);
  }
  return lines;
}

if (import.meta.filename === process.argv[1]) {
  const wanted = process.argv.slice(2);
  const browser = await launch();
  const folder = join(snapshots, 'generated');
  mkdirSync(folder, { recursive: true });
  for (const file of pagesBelow(join(corpus, 'pages'))) {
    const name = basename(dirname(file));
    if (wanted.length && !wanted.includes(name)) continue;
    const lines = await withPage(browser, file, generated);
    writeFileSync(join(folder, `${name}.txt`), `${lines.join('\n')}\n`);
    console.log(`${name}: ${lines.length}`);
  }
  await browser.close();
}
