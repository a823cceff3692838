import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Those of jsdom's environments, which runners of tests set up, are missing or of another realm.
import { TextDecoder, TextEncoder } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { FORM, instantiate } from '../wasm/stillpage.js';
import { fromColumns } from './columns.js';

const packed = join(dirname(fileURLToPath(import.meta.url)), '../wasm/stillpage.wasm.br');
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

/** A new instance of the engine. The file is compiled once. */
export function start() {
  module ??= new WebAssembly.Module(fromColumns(brotliDecompressSync(readFileSync(packed)), FORM));
  const engine = instantiate(module, TextDecoder, TextEncoder);
  engine.setBrotli(unpacked);
  return engine;
}
