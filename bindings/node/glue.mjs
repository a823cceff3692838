// What `build` does after wasm-bindgen: makes the glue a function that starts as many instances as are wanted (an instance that
// panicked is never used again), packs the engine, and bundles js/ for runners that call `require`.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { BLOCK, fromColumns } from './js/columns.js';

/** The lengths of records that are tried, negative for differences; 1 leaves the bytes as they are. */
const WIDTHS = [1, 2, 4, 6, 8, 12, 16, 24, -1, -2, -4, -6, -8, -12, -16, -24];
/** Bytes that are left as they are go on from those before them: others have to be smaller by so much to be worth it. */
const GAIN = 0.97;

const [tools, fast] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { build, transformSync } = createRequire(tools)('esbuild');

/** The folders of the packages. */
const FOLDERS = ['.', 'screenshot'];
for (const folder of FOLDERS) finish(here(`${folder}/wasm`));
minify(here('wasm/unpack.js'), { minifyIdentifiers: true });

/** Makes an engine of what wasm-bindgen wrote in a folder. */
function finish(folder) {
  const text = readFileSync(`${folder}/stillpage.js`, 'utf8');
  const head = text.indexOf('let wasmModule, wasmInstance, wasm;');
  const exported = [...text.slice(0, head).matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
  if (head < 0 || !exported.includes('NativePage') || !text.includes('__wbg_get_imports')) {
    throw new Error('the glue of wasm-bindgen looks different: bring glue.mjs up to date');
  }
  const body = text.slice(0, head).replace(/^export /gm, '').replace(/\/\*\*[^]*?\*\/\n/g, '');
  const { bytes, start, end, columns } = inColumns(readFileSync(`${folder}/node_bg.wasm`));
  // The best quality takes a minute.
  writeFileSync(`${folder}/stillpage.wasm.br`, packed(bytes, fast ? 3 : 11));
  rmSync(`${folder}/node_bg.wasm`);
  writeFileSync(
    `${folder}/stillpage.js`,
    `export function instantiate(module, TextDecoder, TextEncoder) {
let wasm;
${body}
wasm = new WebAssembly.Instance(module, __wbg_get_imports()).exports;
wasm.__wbindgen_start();
return { ${exported.join(', ')}, memory: () => wasm.memory.buffer.byteLength };
}
/** The bytes of the engine, unpacked, and which columns its data are in, see js/columns.js. */
export const FORM = ${JSON.stringify({ length: bytes.length, start, end, columns })};
`,
  );
  minify(`${folder}/stillpage.js`);
}

/** Leaves out white space, which counts in the size of the package; names of classes are asked for at run time. */
function minify(path, more = {}) {
  const options = { minifyWhitespace: true, minifySyntax: true, format: 'esm', target: 'es2022', ...more };
  const { code } = transformSync(readFileSync(path, 'utf8'), options);
  writeFileSync(path, code);
}

function packed(bytes, quality) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    // Smaller blocks than it takes by itself follow what changes from function to function.
    [constants.BROTLI_PARAM_LGBLOCK]: 17,
    // Distances in a module are often multiples of four, as in fonts. At the best quality the mode for fonts packs smaller still.
    [constants.BROTLI_PARAM_NPOSTFIX]: 2,
    [constants.BROTLI_PARAM_MODE]: quality === 11 ? constants.BROTLI_MODE_FONT : constants.BROTLI_MODE_GENERIC,
  };
  return brotliCompressSync(bytes, { params });
}

/** A module whose data are written in columns where that packs better: tables of records do. */
function inColumns(module) {
  const number = (at) => {
    let value = 0;
    let bits = 0;
    for (;;) {
      const byte = module[at];
      at += 1;
      value += (byte & 127) * 2 ** bits;
      bits += 7;
      if (byte < 128) return [value, at];
    }
  };
  const DATA = 11;
  let start = 8;
  let end = 0;
  for (let at = 8; at < module.length; at = end) {
    const [size, body] = number(at + 1);
    end = body + size;
    if (module[at] === DATA) {
      start = body;
      break;
    }
  }
  const columns = [];
  const before = Buffer.from(module);
  for (let at = start; at < end; at += BLOCK) {
    const block = module.subarray(at, Math.min(at + BLOCK, end));
    const sizes = WIDTHS.map((width) => [packed(columnsOf(block, width), 5).length * (width === 1 ? GAIN : 1), width]);
    const [, width] = sizes.sort(([a], [b]) => a - b)[0];
    columnsOf(block, width).copy(block);
    columns.push(width);
  }
  if (!fromColumns(Buffer.from(module), { start, end, columns }).equals(before)) throw new Error('columns are not put back');
  return { bytes: module, start, end, columns };
}

/** The first byte of each record, then the second of each, and so on; each less the one before it if the form is negative. */
function columnsOf(bytes, form) {
  const out = Buffer.alloc(bytes.length);
  const width = Math.abs(form);
  let to = 0;
  for (let column = 0; column < width; column += 1) {
    let before = 0;
    for (let from = column; from < bytes.length; from += width) {
      out[to++] = bytes[from] - before;
      before = form < 0 ? bytes[from] : 0;
    }
  }
  return out;
}

const entries = {
  'cjs/index': 'js/index-node',
  'cjs/jest': 'js/matchers/jest',
  'cjs/playwright': 'js/matchers/playwright',
  'screenshot/cjs/index': 'screenshot/js/index',
};
for (const [name, source] of Object.entries(entries)) {
  await build({
    entryPoints: [here(`${source}.js`)],
    outfile: here(`${name}.cjs`),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    keepNames: true,
    external: ['jest-snapshot', '@playwright/test', 'stillpage', 'stillpage-screenshot'],
    banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { 'import.meta.url': 'importMetaUrl' },
    logLevel: 'error',
    plugins: [
      {
        // One copy of the engine, so that pages of one entry are pages of the others.
        name: 'one-engine',
        setup({ onResolve }) {
          onResolve({ filter: /index-node\.js$/ }, ({ kind }) =>
            kind === 'entry-point' ? undefined : { path: './index.cjs', external: true },
          );
        },
      },
    ],
  });
}
