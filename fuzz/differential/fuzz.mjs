// Compares random pages in Chromium and stillpage: see README.md.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from '../../scripts/open.mjs';
import { CAUSES } from './causes.mjs';
import { page as randomPage } from './grammar.mjs';
import { Hung, Judge, KINDS, WINDOW } from './judge.mjs';
import { Random } from './random.mjs';
import { form, html, minimise } from './tree.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    binary: { type: 'string', default: join(here, '../../target/release/stillpage') },
    out: { type: 'string', default: join(here, '../artifacts/differential') },
  },
});
const [seed, minutes] = [options.seed, options.minutes].map(Number);
if (!Number.isInteger(seed) || !(minutes >= 0)) throw new Error('--seed takes a whole number, --minutes a number');
if (!existsSync(options.binary)) throw new Error(`no stillpage at ${options.binary}: run cargo build --release, or name one with --binary`);

const folder = mkdtempSync(join(tmpdir(), 'differential-'));
let browser = await launch();

/** Opens a tab without network, and a judge that asks it. */
async function judge() {
  const context = await browser.newContext({ viewport: WINDOW, deviceScaleFactor: 1, locale: 'en-US', colorScheme: 'light', offline: true });
  return new Judge(await context.newPage(), options.binary, join(folder, 'page.html'));
}

/** Returns a page, its differences and both answers as one HTML file. */
function report(text, kind, lines, note) {
  const said = [note, `${kind}:`, ...lines].join('\n').replaceAll('--', '- -');
  return `${text}<!--\n${said}\n-->\n`;
}

const found = new Map(), listed = new Map();
let judging = await judge(), pages = 0, different = 0;

/** Makes what differs on a page small and keeps it if no other finding has its form. */
async function examine(page, kind, at) {
  const smallest = await minimise(page, async smaller => (await judging.differences(html(smaller), [kind]))[kind].length > 0);
  const text = html(smallest);
  const cause = CAUSES.find(({ kinds, pattern }) => (kinds ?? KINDS).includes(kind) && pattern.test(text));
  if (cause) {
    listed.set(cause.name, (listed.get(cause.name) ?? 0) + 1);
    return;
  }
  const alike = `${kind} ${form(smallest)}`;
  const known = found.get(alike);
  found.set(alike, { count: (known?.count ?? 0) + 1 });
  if (known) return;
  const lines = (await judging.differences(text, [kind]))[kind];
  const name = `${kind}-${createHash('sha1').update(alike).digest('hex').slice(0, 8)}.html`;
  writeFileSync(join(options.out, name), report(text, kind, lines, `seed ${at}`));
  console.log(`${name} (seed ${at})`);
}

/** Compares a page, and examines in what it differs first. */
async function look(page, at) {
  const differences = await judging.differences(html(page));
  const kind = KINDS.find(kind => differences[kind].length);
  if (!kind) return;
  different++;
  await examine(page, kind, at);
}

mkdirSync(options.out, { recursive: true });
/** Limit: pages of one tab, for Chromium keeps something of each. */
const PAGES_OF_TAB = 2000;
const end = Date.now() + minutes * 60_000;
try {
  for (let at = seed; at === seed || Date.now() < end; at++) {
    pages++;
    try {
      await look(randomPage(new Random(at)), at);
    } catch (error) {
      if (!(error instanceof Hung)) throw error;
      console.log(`Chromium does not answer about seed ${at}, or what is left of it`);
      await browser.close();
      browser = await launch();
      judging = await judge();
    }
    if (judging.pages > PAGES_OF_TAB) {
      await judging.tab.context().close();
      judging = await judge();
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
console.log(`${pages} pages from seed ${seed}, ${different} different, ${found.size} forms that are not listed`);
for (const [name, count] of listed) console.log(`listed: ${name} (${count})`);
process.exitCode = found.size ? 1 : 0;
