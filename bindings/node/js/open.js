import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StillpageError } from './error.js';
import { Page } from './page.js';

const INDEX_NAMES = ['index.html', 'index.htm', 'index.xhtml', 'page.html', 'index.mhtml', 'page.mhtml'];
const MAX_PAGE_BYTES = 128 * 1024 * 1024;

/**
 * A page from a file, a folder with a page, or a recording of Chromium (`.json`, `.json.gz`). What was saved beside it is read
 * from its folder, and nothing outside of that.
 */
export async function open(path, options = {}) {
  return openSync(path, options);
}

export function openSync(path, options = {}) {
  const { bytes, options: own, files } = readPage(path instanceof URL ? fileURLToPath(path) : String(path));
  return Page.fromHTML(bytes, { ...options, ...own, files });
}

/** The bytes of a page, what is known of it, and what finds its files. */
export function readPage(path) {
  try {
    const file = pageOf(path);
    const bytes = readFileSync(file);
    if (/\.json(\.gz)?$/i.test(file)) return { bytes, options: { recording: true } };
    if (bytes.length > MAX_PAGE_BYTES) throw failure(path, 'larger than 128 MB');
    const folder = realpathSync(dirname(resolve(file)));
    const url = pathToFileURL(join(folder, basename(file))).href;
    return { bytes, options: { url }, files: (address) => savedFile(folder, address) };
  } catch (thrown) {
    if (thrown instanceof StillpageError || !thrown.code) throw thrown;
    throw failure(path, reason(thrown), thrown);
  }
}

function failure(path, why, cause) {
  return new StillpageError(
    { code: 'io_error', message: `${path}: ${why}`, hint: 'name an .html or .mhtml file, or a folder with an index.html' },
    { cause },
  );
}

function reason(thrown) {
  return thrown.code === 'ENOENT' ? 'No such file or directory' : thrown.message;
}

/** The file to read: the path itself, or the page in the folder. */
function pageOf(path) {
  if (!statSync(path).isDirectory()) return path;
  const files = readdirSync(path, { withFileTypes: true }).filter((entry) => statSync(join(path, entry.name), { throwIfNoEntry: false })?.isFile());
  const names = files.map((entry) => entry.name);
  const index = INDEX_NAMES.find((name) => names.includes(name));
  if (index) return join(path, index);
  const pages = names.filter((name) => /\.(html|htm|xhtml|mhtml|mht)$/i.test(name));
  if (pages.length === 1) return join(path, pages[0]);
  throw failure(path, pages.length ? 'several pages in this folder and no index.html' : 'no page in this folder');
}

/** A file that was saved with a page. Links that lead out of the folder are not followed. */
function savedFile(folder, address) {
  if (!address.startsWith('file:')) return null;
  let path;
  try {
    path = realpathSync(fileURLToPath(address));
  } catch {
    // Most saved pages refer to files that were not saved with them.
    return null;
  }
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep) || !statSync(path).isFile()) return null;
  return readFileSync(path);
}
