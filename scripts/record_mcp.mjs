// Records a conversation with Playwright MCP over the pages of tests/it/mcp/tickets, for the test that has it with stillpage.
//
//   npm install playwright-core@1.65.1 @modelcontextprotocol/sdk
//   NODE_PATH=node_modules node scripts/record_mcp.mjs
//
// Playwright MCP waits for a timer of the page after an action, so scripts are on; the pages have none that matter here. What differs between machines (addresses, times, names of files) is replaced.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const load = name => import(pathToFileURL(require.resolve(name)).href);
const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
const server = join(dirname(require.resolve('playwright-core/package.json')), 'cli.js');
const pages = resolve(here, '../tests/it/mcp/tickets');

// A target that is not a ref is found in the last snapshot, by what a line of it begins with.
const conversation = [
  ['browser_navigate', { url: 'index.html' }],
  ['browser_snapshot', {}],
  ['browser_click', { element: 'Conditions', target: '- button "Conditions"' }],
  ['browser_snapshot', {}],
  ['browser_click', { element: 'Close conditions', target: '- button "Close conditions"' }],
  ['browser_click', { element: 'Show offers', target: '- button "Show offers"' }],
  ['browser_type', { element: 'Your name', target: '- textbox "Your name"', text: 'Ada Lovelace' }],
  ['browser_type', { element: 'Wishes', target: '- textbox "Wishes"', text: 'A seat by the window', slowly: true }],
  ['browser_select_option', { element: 'From', target: '- combobox "From"', values: ['Lighthouse island'] }],
  ['browser_select_option', { element: 'From', target: '- combobox "From"', values: ['Nowhere'] }],
  ['browser_click', { element: 'A bicycle', target: '- checkbox "A bicycle"' }],
  ['browser_click', { element: 'Cabin', target: '- radio "Cabin"' }],
  ['browser_click', { element: 'Crew', target: '- radio "Crew"' }],
  ['browser_fill_form', { fields: [
    { name: 'E-mail', type: 'textbox', target: '- textbox "E-mail"', value: 'ada@example.com' },
    { name: 'A dog', type: 'checkbox', target: '- checkbox "A dog"', value: 'false' },
    { name: 'From', type: 'combobox', target: '- combobox "From"', value: 'Skerry' },
    { name: 'Seats', type: 'slider', target: '- slider "Seats"', value: '4' },
  ] }],
  ['browser_snapshot', {}],
  ['browser_click', { element: 'Luggage', target: '- generic "Luggage"' }],
  ['browser_snapshot', { target: '- group [' }],
  ['browser_snapshot', { depth: 3 }],
  ['browser_hover', { element: 'Conditions', target: '- button "Conditions"' }],
  ['browser_press_key', { key: 'Tab' }],
  ['browser_verify_element_visible', { role: 'button', accessibleName: 'Share' }],
  ['browser_verify_element_visible', { role: 'button', accessibleName: 'Buy' }],
  ['browser_verify_text_visible', { text: 'The 18:40 boat to Skerry is full tonight.' }],
  ['browser_verify_text_visible', { text: 'The 18:40 boat to Skerry is empty tonight.' }],
  ['browser_verify_value', { type: 'textbox', element: 'Your name', target: '- textbox "Your name"', value: 'Ada Lovelace' }],
  ['browser_verify_value', { type: 'textbox', element: 'Your name', target: '- textbox "Your name"', value: 'Bob' }],
  ['browser_verify_list_visible', { element: 'Contact', target: '- list', items: ['Quay office, pier 2'] }],
  ['browser_generate_locator', { element: 'Share', target: '- button "Share"' }],
  ['browser_generate_locator', { element: 'Crossing', target: '- columnheader "Crossing"' }],
  ['browser_find', { text: 'Lighthouse' }],
  ['browser_find', { regex: '/€\\d+/' }],
  ['browser_click', { element: 'gone', target: 'e9999' }],
  ['browser_click', { element: 'several', target: 'button' }],
  ['browser_click', { element: 'none', target: '#no-such' }],
  ['browser_click', { target: 7 }],
  ['browser_wait_for', { text: 'Prices' }],
  ['browser_click', { element: 'Show offers', target: '- button "Show offers"' }],
  ['browser_snapshot', {}],
  ['browser_click', { element: 'Agree', target: '- button "Agree"' }],
  ['browser_click', { element: 'Change your journey', target: '- link "Change your journey"' }],
  ['browser_navigate_back', {}],
  ['browser_tabs', { action: 'list' }],
  ['browser_tabs', { action: 'new' }],
  ['browser_navigate', { url: 'timetable.html' }],
  ['browser_snapshot', {}],
  ['browser_hover', { element: '08:15', target: '- cell "08:15"' }],
  ['browser_snapshot', {}],
  ['browser_tabs', { action: 'select', index: 0 }],
  ['browser_tabs', { action: 'close', index: 1 }],
  ['browser_tabs', { action: 'select', index: 5 }],
  ['browser_resize', { width: 500, height: 400 }],
  ['browser_press_key', { key: 'NoSuchKey' }],
  ['browser_drag', { startElement: 'heading', startTarget: '- heading', endElement: 'link', endTarget: '- link' }],
  ['browser_close', {}],
];

const folder = mkdtempSync(join(tmpdir(), 'record-mcp-'));
const config = join(folder, 'config.json');
writeFileSync(config, JSON.stringify({
  browser: {
    browserName: 'chromium', isolated: true,
    launchOptions: { headless: true, executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--lang=en-US', '--font-render-hinting=none'] },
    contextOptions: { viewport: { width: 1280, height: 720 }, locale: 'en-US'},
  },
  capabilities: ['core', 'testing', 'vision'], timeouts: { action: 1500 }, allowUnrestrictedFileAccess: true, outputDir: join(folder, 'out'),
}));
const transport = new StdioClientTransport({
  command: process.execPath, args: [server, 'mcp', '--config', config], cwd: folder,
  env: { ...process.env, FONTCONFIG_FILE: join(here, 'fonts.conf') }, stderr: 'inherit',
});
const client = new Client({ name: 'record', version: '1.0.0' });
await client.connect(transport);

const root = pathToFileURL(pages).href;
let snapshot = '';
const refOf = (line, text) => {
  const found = snapshot.split('\n').find(one => one.trim().startsWith(line) && (!text || one.includes(text)));
  if (!found) throw new Error(`no line ${line} in\n${snapshot}`);
  return /\[ref=(\w+)\]/.exec(found)[1];
};
const resolved = ({ text, ...rest }, tool) => {
  const given = tool === 'browser_click' || text === undefined ? { ...rest } : { ...rest, text };
  for (const key of ['target', 'startTarget', 'endTarget']) if (/^- /.test(given[key] ?? '')) given[key] = refOf(given[key], tool === 'browser_click' ? text : undefined);
  if (given.fields) given.fields = given.fields.map(field => resolved(field, ''));
  return given;
};
const steps = [];
for (const [tool, given] of conversation) {
  const args = resolved(given, tool);
  if (tool === 'browser_navigate') args.url = `file:///${args.url}`;
  const sent = tool === 'browser_navigate' ? { url: args.url.replace('file://', root) } : args;
  const result = await client.callTool({ name: tool, arguments: sent });
  let answer = result.content.map(part => part.text ?? '').join('\n').replaceAll(root, 'file://').replaceAll(pages, '');
  // A link to a file stands for the snapshot: the file is what the answer shows.
  const file = /\[Snapshot\]\(([^)]+)\)/.exec(answer)?.[1];
  if (file) {
    const path = [folder, join(folder, 'out')].map(base => resolve(base, file)).find(path => { try { readFileSync(path); return true; } catch { return false; } });
    if (!path) throw new Error(`${file} is not among ${readdirSync(folder)}`);
    snapshot = readFileSync(path, 'utf8');
    answer = answer.replace(file, 'FILE');
  }
  const inline = /### Snapshot\n```yaml\n([^]*?)\n```/.exec(answer)?.[1];
  if (inline && !args.target && !args.depth) snapshot = inline;
  steps.push({ tool, arguments: args, isError: result.isError === true, answer, ...(file ? { snapshot } : {}) });
}
await client.close();
rmSync(folder, { recursive: true, force: true });
const version = `playwright-core ${require('playwright-core/package.json').version}`;
writeFileSync(join(pages, '../conversation.json'), `${JSON.stringify({ version, steps }, null, 1)}\n`);
console.log(`${steps.length} calls recorded`);
