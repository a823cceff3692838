// Compares the answers of the package with those of the native command, byte for byte, on pages.
//
// usage: node tests/parity.mjs STILLPAGE FOLDER... [--sample N]
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSync } from '../js/open.js';

const run = promisify(execFile);
const [binary, ...rest] = process.argv.slice(2);
const at = rest.indexOf('--sample');
const sample = at < 0 ? Infinity : Number(rest.splice(at, 2)[1]);

/** Every page below a folder: files, and folders with an index. */
function pagesOf(folder) {
  const found = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(existsSync(join(path, 'index.html')) ? [path] : pagesOf(path)));
    else if (/\.(html|mhtml)$/.test(entry.name)) found.push(path);
  }
  return found;
}

const COMMANDS = [
  ['snapshot', { playwright: true, boxes: true }],
  ['snapshot', {}],
  ['inspect', {}],
  ['markdown', { main: true }],
  ['audit', {}],
  ['metadata', {}],
];

let pages = rest.flatMap(pagesOf).sort();
if (pages.length > sample) pages = pages.filter((_, at) => at % Math.ceil(pages.length / sample) === 0);
let compared = 0;
const wrong = [];
let [here, there] = [0, 0];
for (const path of pages) {
  for (const [command, given] of COMMANDS) {
    const words = Object.keys(given).map((name) => `--${name}`);
    const start = performance.now();
    const expected = await run(binary, [command, path, ...words, '--json'], { maxBuffer: 1 << 30 }).catch((error) => error);
    const between = performance.now();
    let received;
    try {
      const page = openSync(path);
      received = page.tool(command, given).json + '\n';
      page.free();
    } catch (error) {
      received = `error: ${error.code} ${error.message}\n`;
    }
    there += between - start;
    here += performance.now() - between;
    compared += 1;
    if (received !== expected.stdout) {
      wrong.push(`${command} ${path}`);
      if (wrong.length <= 5) {
        let at = 0;
        while (received[at] === expected.stdout[at]) at += 1;
        console.log(`${command} ${path}\n  native: ${expected.stdout.slice(at - 40, at + 80)}\n  here:   ${received.slice(at - 40, at + 80)}`);
      }
    }
  }
}
for (const line of wrong.slice(5)) console.log(line);
console.log(`${pages.length} pages, ${compared} answers, ${wrong.length} different`);
console.log(`native, with the start of a process each: ${Math.round(there)} ms; here: ${Math.round(here)} ms`);
console.log(`${compared - wrong.length} passed, ${wrong.length} failed`);
process.exit(wrong.length || !compared ? 1 : 0);
