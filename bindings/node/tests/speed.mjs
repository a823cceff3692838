// Prints how many times as long as the native program the package takes for a snapshot of a file, on pages, in one run.
//
// usage: node tests/speed.mjs STILLPAGE FOLDER... [--sample N] [--most RATIO]
//
// The start of either is left out: the native program says by --timings how long it took. With --most a greater ratio fails.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSync } from '../js/open.js';

/** Limit: how often each page is asked for, of which the fastest counts: other work on the machine only ever slows down. */
const RUNS = 5;
/** Limit: a page that takes longer than this, in milliseconds, is asked for once more. */
const PATIENCE = 500;

const [binary, ...rest] = process.argv.slice(2);
const option = (name, preset) => {
  const at = rest.indexOf(name);
  return at < 0 ? preset : Number(rest.splice(at, 2)[1]);
};
const [sample, most] = [option('--sample', Infinity), option('--most', Infinity)];
let pages = rest
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.html'))
  .sort();
if (pages.length > sample) pages = pages.filter((_, at) => at % Math.ceil(pages.length / sample) === 0);

function native(path) {
  const { stderr } = spawnSync(binary, ['snapshot', path, '--playwright', '--timings'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(stderr.trim().split('\n').at(-1)).total;
}

function here(path) {
  const start = performance.now();
  const page = openSync(path);
  page.tool('snapshot', { playwright: true });
  const time = performance.now() - start;
  page.free();
  return time;
}

const ratios = [];
let [there, own] = [0, 0];
for (const path of pages) {
  let best = [Infinity, Infinity];
  // In turn, so that both have the machine as it is. The first runs here translate code.
  for (let run = 0; run < RUNS; run += 1) {
    best = [Math.min(best[0], native(path)), Math.min(best[1], here(path))];
    if (run > 0 && best[1] > PATIENCE) break;
  }
  there += best[0];
  own += best[1];
  ratios.push([best[1] / best[0], path]);
}
ratios.sort(([a], [b]) => a - b);
const at = (share) => ratios[Math.min(ratios.length - 1, Math.floor(share * ratios.length))];
const ratio = own / there;
console.log(`${pages.length} pages: native ${Math.round(there)} ms, here ${Math.round(own)} ms: ${ratio.toFixed(2)} times as long`);
console.log(`half of the pages ${at(0.5)[0].toFixed(2)} times or less, nine in ten ${at(0.9)[0].toFixed(2)}, most ${at(1)[0].toFixed(2)} (${at(1)[1]})`);
console.log(`${ratio <= most ? '1 passed, 0 failed' : '0 passed, 1 failed'}`);
process.exit(ratio <= most ? 0 : 1);
