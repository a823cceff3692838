// Writes the names and parameters of the tools of Playwright MCP, which playwright-core has, for tests/it/mcp/playwright-mcp.json.
// usage: npm install && node list.mjs > ../../tests/it/mcp/playwright-mcp.json
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const listed = async caps => {
  const args = ['node_modules/playwright-core/lib/entry/mcp.js', ...(caps ? [`--caps=${caps}`] : [])];
  const client = new Client({ name: 'list', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: 'node', args }));
  const { tools } = await client.listTools();
  await client.close();
  return tools;
};
const { version } = JSON.parse(readFileSync('node_modules/playwright-core/package.json', 'utf8'));
const tools = {};
for (const tool of await listed('testing,vision')) {
  const { properties = {}, required = [] } = tool.inputSchema;
  const facts = Object.entries(properties).map(([name, schema]) => [
    name,
    { required: required.includes(name), type: schema.type, enum: schema.enum, default: schema.default },
  ]);
  tools[tool.name] = { readOnly: tool.annotations.readOnlyHint, parameters: Object.fromEntries(facts) };
}
console.log(JSON.stringify({ package: `playwright-core ${version}`, tools }, null, 1));
