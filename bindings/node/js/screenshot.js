// Pictures of pages in pixels, which the engine of the package stillpage-screenshot draws.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { disk } from './disk.js';
import { call } from './engine.js';
import { invalid } from './error.js';
import { Locator } from './locator.js';
import { Page, part } from './page.js';

const NEEDED = 'npm install stillpage-screenshot, and import it before the page is loaded';

Page.prototype.screenshot = function screenshot(options = {}) {
  const { path, ...rest } = options;
  const { native, instance } = drawn(this);
  const given = { ...part(rest), type: typeOf(options) };
  const file = call(instance, () => native.screenshot(JSON.stringify(given)));
  const { missingFonts, warnings } = JSON.parse(file.about());
  if (missingFonts.length) process.emitWarning(`fonts that were not found, whose text is drawn as bars: ${missingFonts.join(', ')}`);
  for (const warning of warnings) process.emitWarning(warning);
  const bytes = file.take();
  if (path !== undefined) writeFileSync(path, bytes);
  return bytes;
};

Locator.prototype.screenshot = function screenshot(options = {}) {
  return this.page().screenshot({ ...options, target: this });
};

/**
 * Not for users: compares a page with a picture in a file, and writes what differs beside it. The reason why it does not look so,
 * which names `accept`, the way to accept how it looks now; null if it does. `update` decides whether that is accepted, by whether
 * there is a picture.
 */
export function comparePicture(page, path, options, { update, accept }) {
  const { native, instance } = drawn(page);
  const file = resolve(path);
  const known = read(file);
  const given = { ...part(options), path: file, update: update(known !== undefined), accept };
  const [said, ...written] = call(instance, () => native.comparePicture(known, JSON.stringify(given)));
  const { failure, removed } = JSON.parse(said.about());
  for (const path of removed) rmSync(path, { force: true });
  for (const file of written) {
    const path = JSON.parse(file.about());
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.take());
  }
  return failure;
}

/** The page as an engine has it that draws. */
function drawn(page) {
  const { native, instance } = Page.nativeOf(page);
  if (!native.screenshot) throw invalid('pictures need the package stillpage-screenshot', NEEDED);
  // The files of the reference faces are read by the engine.
  instance.setDisk(disk);
  return { native, instance };
}

/** The format that the options ask for, or else the ending of the file. */
function typeOf({ type, path }) {
  if (type !== undefined || path === undefined) return type ?? 'png';
  const [, ending] = /\.(png|webp)$/i.exec(String(path)) ?? [];
  if (!ending) throw invalid(`${path} ends neither in .png nor in .webp`, 'the ending selects the format; or pass type');
  return ending.toLowerCase();
}

function read(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
