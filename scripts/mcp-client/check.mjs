// Drives `stillpage mcp` with the official TypeScript SDK, over pages of the corpus.
// usage: node check.mjs STILLPAGE ROOT
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [binary, root] = process.argv.slice(2);
const transport = new StdioClientTransport({ command: binary, args: ['mcp', '--root', root, '--nonce', 'n'], stderr: 'inherit' });
const client = new Client({ name: 'check', version: '1.0.0' });
await client.connect(transport);
assert.equal(client.getServerVersion().name, 'stillpage');
assert.match(client.getInstructions(), /browser_snapshot/);

const { tools } = await client.listTools();
for (const name of ['browser_snapshot', 'browser_click', 'search_page', 'locate']) {
  assert.ok(tools.some(tool => tool.name === name), name);
}

const call = async (name, args = {}) => {
  const result = await client.callTool({ name, arguments: args });
  return { text: result.content.map(part => part.text ?? '').join('\n'), failed: result.isError === true };
};
const page = 'checkout-modal/page.html';
assert.match((await call('browser_navigate', { url: page })).text, new RegExp(`- Page URL: file:///${page}`));
const { text } = await call('browser_snapshot');
const yaml = /### Snapshot\n```yaml\n([^]*?)\n```/.exec(text)[1];
const ref = /\[ref=(e\d+)\]/.exec(yaml)[1];
assert.equal((await call('browser_hover', { target: ref })).text.includes('### '), true);
const unknown = await call('browser_click', { element: 'nothing', target: 'e99999' });
assert.ok(unknown.failed);
assert.match(unknown.text, /^### Error\nError: Ref e99999 not found in the current page snapshot\. Try capturing new snapshot\./);
const outside = await call('browser_navigate', { url: '../../Cargo.toml' });
assert.ok(outside.failed && !outside.text.includes('[package]'), outside.text);
const many = await Promise.all(Array.from({ length: 200 }, () => call('browser_tabs', { action: 'list' })));
assert.ok(many.every(answer => !answer.failed));
const controller = new AbortController();
const aborted = client.callTool({ name: 'browser_snapshot', arguments: {} }, undefined, { signal: controller.signal });
controller.abort();
await assert.rejects(aborted);
assert.ok(!(await call('browser_snapshot')).failed, 'it goes on after a cancellation');
await client.close();
console.log(`the TypeScript SDK is served: ${tools.length} tools`);
