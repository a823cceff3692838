// Compares a session of the MCP server, and the commands about recordings, with those of the native command.
//
// usage: node tests/commands.mjs STILLPAGE CORPUS
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [binary, corpus] = process.argv.slice(2);
const program = fileURLToPath(new URL('../js/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'stillpage-'));
const options = { encoding: 'utf8', maxBuffer: 1 << 30 };
const both = (words, input = '') => [
  spawnSync(binary, words, { ...options, input }),
  spawnSync(process.execPath, [program, ...words], { ...options, input }),
];

/** What a client sends: an introduction, then calls. */
function session(calls) {
  const requests = [
    { method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } } },
    { method: 'tools/list' },
    ...calls.map(([name, args]) => ({ method: 'tools/call', params: { name, arguments: args } })),
    { method: 'resources/list' },
    { method: 'ping' },
  ];
  return requests.map((request, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`).join('');
}

/** An answer of the native command without what the package does not offer: `explain` with `styles` and `property`. */
const offered = (value) => JSON.parse(JSON.stringify(value), (_, tool) => {
  if (tool?.name === 'explain' && tool.inputSchema) {
    delete tool.inputSchema.properties.styles;
    delete tool.inputSchema.properties.property;
  }
  return tool;
});
const byId = (output) => new Map(output.trim().split('\n').map((line) => JSON.parse(line)).filter(({ method }) => !method).map((answer) => [answer.id, answer]));
let compared = 0;

function compare(words, calls) {
  const [native, here] = both(['mcp', '--nonce', 'n', ...words], session(calls)).map(({ status, stdout }) => ({ status, answers: byId(stdout) }));
  assert.equal(here.status, native.status);
  assert.equal(here.answers.size, native.answers.size);
  for (const [id, expected] of native.answers) {
    assert.deepEqual(here.answers.get(id), offered(expected), `${words.join(' ')}: ${JSON.stringify(calls[id - 2])}`);
    compared += 1;
  }
}

const pages = readdirSync(join(corpus, 'pages'), { recursive: true }).filter((name) => /\.html$/.test(name)).sort();
for (const name of pages.filter((_, at) => at % 7 === 0)) {
  const refs = [2, 5, 8, 11, 17].flatMap((ref) => [['browser_click', { target: `e${ref}` }], ['browser_hover', { target: `e${ref}` }]]);
  compare(['--root', join(corpus, 'pages')], [
    ['browser_navigate', { url: name }],
    ['browser_snapshot', {}],
    ...refs,
    ['browser_press_key', { key: 'Tab' }],
    ['browser_type', { target: 'input >> nth=0', text: 'rye' }],
    ['browser_snapshot', {}],
    ['browser_tabs', { action: 'list' }],
    ['search_page', { pattern: 'a', maxResults: 2 }],
    ['check_click', { target: 'e3' }],
    ['markdown', {}],
    ['extract', { schema: { type: 'object', properties: { title: { type: 'string' } } } }],
    ['diff', { after: pages[0] }],
    ['browser_navigate_back', {}],
    ['browser_navigate', { url: '../../Cargo.toml' }],
    ['browser_navigate', { url: 'gone.html' }],
    ['browser_navigate', { url: 'https://a.example/' }],
    ['browser_evaluate', { function: '() => 1' }],
    ['no_tool', {}],
    ['browser_click', { target: 3 }],
  ]);
}
// Without a root, and in the state that it was saved in.
compare(['--page', join(corpus, 'pages', pages[0]), '--caps', 'core', '--device', 'iPhone 15'], [['browser_snapshot', {}], ['markdown', {}]]);
compare(['--root', join(corpus, 'archives', 'shop.har.zip')], [
  ['browser_navigate', { url: 'http://127.0.0.1:8472/home.html?lang=en' }],
  ['browser_snapshot', {}],
  ['browser_navigate', { url: '/cart?item=1' }],
  ['browser_navigate', { url: 'http://127.0.0.1:8472/nowhere' }],
]);

// What is recorded is the same, too.
const records = ['native', 'here'].map((name) => join(folder, `${name}.jsonl`));
both(['mcp'], '').forEach(({ status }) => assert.equal(status, 0, 'a client that says nothing'));
for (const [at, record] of records.entries()) {
  const words = ['mcp', '--nonce', 'n', '--root', join(corpus, 'pages'), '--record', record];
  const command = at ? [process.execPath, [program, ...words]] : [binary, words];
  spawnSync(...command, { ...options, input: session([['browser_navigate', { url: pages[0] }], ['browser_snapshot', {}]]) });
}
const [recorded, recordedHere] = records.map((record) => readFileSync(record, 'utf8').trim().split('\n').map((line) => JSON.parse(line)));
assert.deepEqual(recordedHere, offered(recorded));
for (const words of [['mcp', '--root', join(folder, 'gone')], ['mcp', '--page', join(folder, 'gone.html')], ['mcp', '--nonce', '!']]) {
  const [native, here] = both(words);
  assert.deepEqual([here.status, here.stderr], [native.status, native.stderr], words.join(' '));
}

const recordings = readdirSync(corpus, { recursive: true }).filter((name) => /trace[^/]*\.zip$|rrweb[^/]*\.json(\.gz)?$/.test(name)).sort();
for (const name of recordings) {
  for (const words of [['states'], ['states', '--json'], ['trace'], ['trace', '--json', '--failed']]) {
    const [native, here] = both([words[0], join(corpus, name), ...words.slice(1)]);
    assert.deepEqual([here.status, here.stdout], [native.status, native.stdout], `${words.join(' ')} ${name}`);
    compared += 1;
  }
}
console.log(`${compared} answers of mcp, states and trace as the native command gives them, ${recordings.length} recordings`);
