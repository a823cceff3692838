// Measures a snapshot and a role query from HTML, beside jsdom and happy-dom with testing-library, ivya in jsdom and Playwright.
//
// usage: npm install --prefix bindings/node/bench && node bindings/node/bench/speed.mjs
//
// Needs what `bindings/node/build` makes. CHROMIUM is the browser of Playwright (/usr/bin/chromium unless given). Prints a table of
// medians in milliseconds, each from the HTML to the answer; a browser and its tab are open before.
import { Page } from '../js/index-node.js';

const SIZES = [100, 1_000, 10_000];
/** Limit: a run that takes longer than this, in milliseconds, is not repeated. */
const PATIENCE = 1_500;
const RUNS = 7;
/** Limit: runs before those that count. */
const WARM = 15;

const { JSDOM, VirtualConsole } = await import('jsdom').catch(() => {
  console.error('speed.mjs: jsdom is missing; run npm install --prefix bindings/node/bench');
  process.exit(2);
});
// jsdom says of each pseudo-element that it has no style of it.
const virtualConsole = new VirtualConsole();
const { Window } = await import('happy-dom');
const { chromium } = await import('playwright-core');
const { generateAriaTree, renderAriaTree } = await import('ivya/aria');

/** A list of products of about so many elements, with a style sheet as such lists have. */
function html(elements) {
  const rows = Math.max(1, Math.round((elements - 14) / 9));
  const row = (n) => `<li class="row" id="row-${n}"><h2>Lamp ${n}</h2><p class="price">${n % 90},<b>50</b> €</p>
    <label>Pieces <input type="number" value="${n % 7}"></label><a href="/lamps/${n}">Details</a><button type="button">Add</button></li>`;
  return `<!doctype html><html lang="en"><head><title>Lamps</title><style>
    body { font: 16px/1.5 sans-serif; margin: 0 } header { display: flex; gap: 1em; padding: 8px } .hidden { display: none }
    ul { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px; list-style: none } .row > * { margin: 4px 0 }
    .row:nth-child(odd) { background: #eee } .price b { color: #333 } button:hover { color: red }
    </style></head><body><header><a href="/">Home</a><a href="/cart">Cart</a></header><main><h1>Lamps</h1>
    <ul>${Array.from({ length: rows }, (_, n) => row(n)).join('')}</ul><p class="hidden"><button>Hidden</button></p>
    <button type="button">Order all</button></main></body></html>`;
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } });
const query = { name: 'Order all' };

// testing-library looks for a global document when it is loaded.
globalThis.document = new JSDOM('').window.document;
const { getAllByRole } = await import('@testing-library/dom');
const count = (document) => getAllByRole(document.body, 'button', query).length;

/** Of each: what makes a page, and what asks for a role and for a snapshot. */
const KINDS = {
  'stillpage': {
    open: (source) => Page.fromHTML(source),
    role: (page) => page.getByRole('button', query).count(),
    snapshot: (page) => page.ariaSnapshot().length,
    close: (page) => page.free(),
  },
  'jsdom + testing-library': {
    open: (source) => new JSDOM(source, { virtualConsole }),
    role: (dom) => count(dom.window.document),
    close: (dom) => dom.window.close(),
  },
  'happy-dom + testing-library': {
    open: (source) => {
      const window = new Window({ width: 1280, height: 720 });
      window.document.write(source);
      return window;
    },
    role: (window) => count(window.document),
    close: (window) => window.close(),
  },
  'ivya in jsdom': {
    open: (source) => {
      const dom = new JSDOM(source, { virtualConsole });
      const { window } = dom;
      // It takes the classes of elements and `getComputedStyle` from the global scope.
      for (const name of Object.getOwnPropertyNames(window)) {
        if (/^(HTML\w+|SVG\w+|Node|Element|Text|ShadowRoot|CSS|window|document)$/.test(name)) globalThis[name] = window[name];
      }
      globalThis.getComputedStyle = window.getComputedStyle.bind(window);
      return dom;
    },
    snapshot: (dom) => renderAriaTree(generateAriaTree(dom.window.document.body)).length,
    close: (dom) => dom.window.close(),
  },
  'Playwright, warm': {
    open: async (source) => (await tab.setContent(source), tab),
    role: (page) => page.getByRole('button', query).count(),
    snapshot: (page) => page.ariaSnapshot(),
    close: () => {},
  },
};

/** The medians of all kinds that can answer, which are asked in turn: each has the machine as the others have it. */
async function medians(source, ask) {
  const left = new Map(Object.keys(KINDS).filter((kind) => KINDS[kind][ask]).map((kind) => [kind, []]));
  const ended = new Map();
  // The first runs translate code.
  for (let run = -WARM; run < RUNS; run += 1) {
    for (const [kind, times] of left) {
      const { open, close } = KINDS[kind];
      try {
        const start = performance.now();
        const page = await open(source);
        const answer = await KINDS[kind][ask](page);
        const time = performance.now() - start;
        await close(page);
        if (!answer) throw new Error(`${kind} found nothing`);
        if (ask === 'role' && answer !== 1) throw new Error(`${kind} found ${answer} buttons instead of 1`);
        if (run >= 0 || time > PATIENCE) times.push(time);
        if (time <= PATIENCE) continue;
      } catch (error) {
        ended.set(kind, error);
      }
      ended.set(kind, ended.get(kind) ?? times);
      left.delete(kind);
    }
  }
  for (const [kind, times] of left) ended.set(kind, times);
  return (kind) => {
    const found = ended.get(kind);
    return found instanceof Error ? found : found.sort((a, b) => a - b)[Math.floor(found.length / 2)];
  };
}

const written = (ms) => (ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en'));
for (const [ask, title] of [['role', 'getByRole'], ['snapshot', 'snapshot']]) {
  console.log(`| ${title}, ms | ${SIZES.map((size) => `${size.toLocaleString('en')} elements`).join(' | ')} |`);
  console.log(`| --- |${' --- |'.repeat(SIZES.length)}`);
  const columns = [];
  for (const size of SIZES) columns.push(await medians(html(size), ask));
  for (const kind of Object.keys(KINDS).filter((kind) => KINDS[kind][ask])) {
    const cells = columns.map((of) => {
      const [time, first] = [of(kind), of('stillpage')];
      if (time instanceof Error) return `failed: ${time.message.split('\n')[0]}`;
      return kind === 'stillpage' ? written(time) : `${written(time)} (${written(time / first)}x)`;
    });
    console.log(`| ${kind} | ${cells.join(' | ')} |`);
  }
  console.log();
}
await browser.close();
