import { instantiate } from '../wasm/stillpage.js';

const response = await fetch(new URL('../wasm/stillpage.wasm', import.meta.url));
// Not every file server knows the media type that streaming asks for.
const module = await WebAssembly.compile(await response.arrayBuffer());

const encoder = new TextEncoder();

/** A text as UTF-8. */
export const encode = (text) => encoder.encode(text);

/** A new instance of the engine. */
export function start() {
  return instantiate(module, TextDecoder, TextEncoder);
}
