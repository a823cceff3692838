// Compares pictures with those of the native command, byte for byte.
//
// usage: node pictures.mjs STILLPAGE FOLDER, where both packages are installed
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'stillpage-screenshot';
import { open } from 'stillpage';

const [binary, folder] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'stillpage-'));
const pages = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.html')).sort();
let [here, there] = [0, 0];
const wrong = [];
for (const path of pages) {
  const file = join(folder, path);
  const picture = join(work, 'page.png');
  rmSync(picture, { force: true });
  const start = performance.now();
  execFileSync(binary, ['screenshot', file, '-o', picture], { stdio: 'ignore' });
  const between = performance.now();
  const page = await open(file);
  const bytes = page.screenshot();
  page.free();
  there += between - start;
  here += performance.now() - between;
  if (!existsSync(picture) || !readFileSync(picture).equals(bytes)) wrong.push(path);
}
for (const path of wrong) console.log(`other pixels: ${path}`);
console.log(`${pages.length} pictures, ${wrong.length} different; native ${Math.round(there)} ms, here ${Math.round(here)} ms`);
process.exit(wrong.length || !pages.length ? 1 : 0);
