// What `build` does after wasm-bindgen: makes the glue a function that starts as many instances as are wanted (an instance that
// panicked is never used again), and bundles js/ for runners that call `require`.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const glue = here('wasm/stillpage.js');

const text = readFileSync(glue, 'utf8');
const end = text.indexOf('let wasmModule, wasmInstance, wasm;');
const exported = [...text.slice(0, end).matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
if (end < 0 || !exported.includes('NativePage') || !text.includes('__wbg_get_imports')) {
  throw new Error('the glue of wasm-bindgen looks different: bring glue.mjs up to date');
}
const body = text.slice(0, end).replace(/^export /gm, '').replace(/\/\*\*[^]*?\*\/\n/g, '');
writeFileSync(
  glue,
  `export function instantiate(module, TextDecoder, TextEncoder) {
let wasm;
${body}
wasm = new WebAssembly.Instance(module, __wbg_get_imports()).exports;
wasm.__wbindgen_start();
return { ${exported.join(', ')}, memory: () => wasm.memory.buffer.byteLength };
}
`,
);

const { build } = createRequire(process.argv[2])('esbuild');
const entries = { index: 'index-node', jest: 'matchers/jest', playwright: 'matchers/playwright' };
rmSync(here('cjs'), { recursive: true, force: true });
for (const [name, source] of Object.entries(entries)) {
  await build({
    entryPoints: [here(`js/${source}.js`)],
    outfile: here(`cjs/${name}.cjs`),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['jest-snapshot', '@playwright/test'],
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
