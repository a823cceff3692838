// Files for what of the engine reads them by itself. Paths are written as on Unix there: /C:/site is one of Windows.
import { appendFileSync, closeSync, openSync, readSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';

const isWindows = process.platform === 'win32';
const own = (path) => (isWindows ? path.replace(/^\/(?=[a-z]:)/i, '').replaceAll('/', '\\') : path);
const theirs = (path) => (isWindows ? path.replace(/^\\\\\?\\/, '').replaceAll('\\', '/').replace(/^(?=[a-z]:)/i, '/') : path);
const kind = (entry) => (entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other');

/** The file that was read last stays open: archives are read in many parts. */
let last = { path: '', file: -1 };

export const disk = (what, path, ...more) => actions[what](own(path), ...more);

const actions = {
  metadata(path) {
    const known = statSync(path);
    return `${kind(known)} ${known.size}`;
  },
  canonicalize: (path) => theirs(realpathSync(path || '.')),
  list: (path) => readdirSync(path, { withFileTypes: true }).map((entry) => `${kind(entry)}/${entry.name}`),
  read(path, from, length) {
    if (last.path !== path || from === 0) {
      if (last.file >= 0) closeSync(last.file);
      last = { path: '', file: -1 };
      last = { path, file: openSync(path, 'r') };
    }
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(last.file, bytes, 0, length, from));
  },
  create: (path) => writeFileSync(path, ''),
  append: (path, bytes) => appendFileSync(path, bytes),
};
