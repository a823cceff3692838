// Takes Playwright's aria snapshot of saved pages in one warm tab of Chromium and prints what it took, as JSON.
//
//   NODE_PATH=node_modules node scripts/time_snapshots.mjs < LIST
//
// LIST has the path of a page a line. `clock` and `cpu` are seconds, the latter of all processes of Chromium and of this one;
// scripts do not run and nothing is loaded that is not beside the page.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './open.mjs';

/** Seconds of CPU time of this process and of all that it began, those that have ended included. */
function cpuSeconds() {
  const known = new Map();
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    let stat;
    try { stat = readFileSync(`/proc/${pid}/stat`, 'utf8'); } catch { continue; /* it has just ended */ }
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // After the name: 1 is the parent; 11 to 14 are user and system time, its own and of children that were waited for.
    known.set(Number(pid), { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, n) => sum + Number(n), 0) });
  }
  const ours = pid => pid === process.pid || (known.has(pid) && ours(known.get(pid).parent));
  // Linux counts 100 ticks a second.
  return [...known].reduce((sum, [pid, { ticks }]) => sum + (ours(pid) ? ticks : 0), 0) / 100;
}

const files = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, offline: true, javaScriptEnabled: false });
const page = await context.newPage();
let folder = '';
await page.route('**/*', route => (route.request().url().startsWith(folder) ? route.continue() : route.abort()));
const snapshot = async file => {
  folder = pathToFileURL(dirname(file) + sep).href;
  await page.goto(pathToFileURL(file).href);
  return (await page.ariaSnapshot({ mode: 'ai' })).length;
};
await snapshot(files[0]);
const before = cpuSeconds();
const start = performance.now();
let characters = 0;
for (const file of files) characters += await snapshot(file);
const clock = (performance.now() - start) / 1000;
console.log(JSON.stringify({ pages: files.length, characters, clock, cpu: cpuSeconds() - before }));
await browser.close();
