// Writes crates/stillpage-dom/src/device/devices.tsv: the devices that Playwright knows by name, a line each, sorted by name.
//
//   npm install playwright-core@1.65.1
//   NODE_PATH=node_modules node scripts/make_devices.mjs
//
// Fields: name, width and height of the window in CSS px, device scale factor, 1 for isMobile, 1 for hasTouch.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { devices } = createRequire(import.meta.url)('playwright-core');
const line = ([name, d]) =>
  [name, d.viewport.width, d.viewport.height, d.deviceScaleFactor, +d.isMobile, +d.hasTouch].join('\t') + '\n';
const byName = ([a], [b]) => (a < b ? -1 : 1);
const path = join(dirname(fileURLToPath(import.meta.url)), '../crates/stillpage-dom/src/device/devices.tsv');
writeFileSync(path, Object.entries(devices).sort(byName).map(line).join(''));
