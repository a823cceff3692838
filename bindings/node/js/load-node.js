import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Those of jsdom's environments, which runners of tests set up, are missing or of another realm.
import { promisify, TextDecoder, TextEncoder } from 'node:util';
import { brotliDecompress, brotliDecompressSync } from 'node:zlib';
import { FORM, instantiate } from '../wasm/stillpage.js';
import { fromColumns } from './columns.js';
import { invalid } from './error.js';

const encoder = new TextEncoder();

/** A text as UTF-8. */
export const encode = (text) => encoder.encode(text);

/** Decodes a Brotli stream; null if it is damaged. */
function unpacked(bytes, length) {
  try {
    return brotliDecompressSync(bytes, { maxOutputLength: length });
  } catch {
    return null;
  }
}

/** A packed engine in a file, which is compiled once. */
class Engine {
  constructor(path, { FORM, instantiate }) {
    this.path = path;
    this.form = FORM;
    this.instantiate = instantiate;
    // In one piece: the pieces of 16 KB that Node makes by itself take as long as the unpacking.
    this.whole = { chunkSize: FORM.length + 1 };
  }

  compile(bytes) {
    return (this.module ??= new WebAssembly.Module(fromColumns(bytes, this.form)));
  }

  async prepare() {
    this.compile(await promisify(brotliDecompress)(readFileSync(this.path), this.whole));
  }

  start() {
    const module = this.module ?? this.compile(brotliDecompressSync(readFileSync(this.path), this.whole));
    const engine = this.instantiate(module, TextDecoder, TextEncoder);
    engine.setBrotli(unpacked);
    return engine;
  }
}

const packed = (folder) => join(folder, 'wasm/stillpage.wasm.br');
const own = dirname(dirname(fileURLToPath(import.meta.url)));
let used = new Engine(packed(own), { FORM, instantiate });

/** Unpacks and compiles the file beside what else the process does, for a `start` that comes later. */
export const prepare = () => used.prepare();

/** A new instance of the engine. */
export const start = () => used.start();

/** Takes the engine of another package of stillpage, of the same version, in `folder`. */
export function replace(folder, glue) {
  const manifest = (folder) => createRequire(import.meta.url)(join(folder, 'package.json'));
  const [theirs, ours] = [manifest(folder), manifest(own)];
  if (theirs.version !== ours.version) {
    throw invalid(`${theirs.name} ${theirs.version} is for another version than stillpage ${ours.version}`, `npm install ${theirs.name}@${ours.version}`);
  }
  used = new Engine(packed(folder), glue);
}
