import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Those of jsdom's environments, which runners of tests set up, are missing or of another realm.
import { TextDecoder, TextEncoder } from 'node:util';
import { instantiate } from '../wasm/stillpage.js';

let module;
const encoder = new TextEncoder();

/** A text as UTF-8. */
export const encode = (text) => encoder.encode(text);

/** A new instance of the engine. The file is compiled once. */
export function start() {
  module ??= new WebAssembly.Module(readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../wasm/stillpage.wasm')));
  return instantiate(module, TextDecoder, TextEncoder);
}
