import { FORM, instantiate } from '../wasm/stillpage.js';
import startUnpack, { unpack } from '../wasm/unpack.js';
import { fromColumns } from './columns.js';

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

// Few browsers have Brotli for scripts, and fonts need it while a page is laid out.
const [packed] = await Promise.all([
  fetched(new URL('../wasm/stillpage.wasm.br', import.meta.url)),
  fetched(new URL('../wasm/unpack_bg.wasm', import.meta.url)).then((bytes) => startUnpack({ module_or_path: bytes })),
]);
// A server that marks the file as packed has had it unpacked already: then it begins as WebAssembly does.
const isUnpacked = packed[0] === 0 && packed[1] === 0x61;
const module = await WebAssembly.compile(fromColumns(isUnpacked ? packed : unpack(packed, FORM.length), FORM));

const encoder = new TextEncoder();

/** A text as UTF-8. */
export const encode = (text) => encoder.encode(text);

/** A new instance of the engine. */
export function start() {
  const engine = instantiate(module, TextDecoder, TextEncoder);
  engine.setBrotli(unpack);
  return engine;
}

/** No other engine is for browsers, which take pictures themselves. */
export function replace() {
  throw new Error('stillpage draws pictures in Node, Bun and Deno');
}
