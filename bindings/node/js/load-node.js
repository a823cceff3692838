import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Those of jsdom's environments, which runners of tests set up, are missing or of another realm.
import { promisify, TextDecoder, TextEncoder } from 'node:util';
import { brotliDecompress, brotliDecompressSync } from 'node:zlib';
import { FORM, instantiate } from '../wasm/stillpage.js';
import { fromColumns } from './columns.js';

const packed = join(dirname(fileURLToPath(import.meta.url)), '../wasm/stillpage.wasm.br');
// In one piece: the pieces of 16 KB that Node makes by itself take as long as the unpacking.
const whole = { chunkSize: FORM.length + 1 };
let module;
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

function compiled(bytes) {
  return new WebAssembly.Module(fromColumns(bytes, FORM));
}

/** Unpacks and compiles the file beside what else the process does, for a `start` that comes later. */
export async function prepare() {
  const bytes = await promisify(brotliDecompress)(readFileSync(packed), whole);
  module ??= compiled(bytes);
}

/** A new instance of the engine. The file is compiled once. */
export function start() {
  module ??= compiled(brotliDecompressSync(readFileSync(packed), whole));
  const engine = instantiate(module, TextDecoder, TextEncoder);
  engine.setBrotli(unpacked);
  return engine;
}
