// An agent loop: a model calls the tools of `stillpage mcp` until it has an answer.
//
//   npm install @modelcontextprotocol/sdk tsx
//   npx tsx agent.ts STILLPAGE SITE PAGE
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

type Step = { tool: string; arguments: Record<string, unknown> } | { answer: string };
type Message = { role: 'user' | 'tool'; content: string } | { role: 'assistant'; content: Step };
type Model = (messages: Message[], tools: Tool[]) => Step;

async function run(model: Model, command: string, site: string, task: string): Promise<string> {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args: ['mcp', '--root', site, '--caps', 'core'] }));
  try {
    const { tools } = await client.listTools();
    const messages: Message[] = [{ role: 'user', content: task }];
    for (let step = 0; step < 20; step++) {
      const chosen = model(messages, tools);
      if ('answer' in chosen) return chosen.answer;
      const { content } = await client.callTool({ name: chosen.tool, arguments: chosen.arguments });
      const text = (content as { text?: string }[]).map(part => part.text ?? '').join('\n');
      messages.push({ role: 'assistant', content: chosen }, { role: 'tool', content: text });
    }
    throw new Error('no answer after 20 steps');
  } finally {
    await client.close();
  }
}

/** Stands in for a model. A real one gets the messages and the `inputSchema` of the tools, and returns the same. */
const scripted: Model = (messages, tools) => {
  const seen = String(messages.at(-1)!.content);
  if (messages.length === 1) return { tool: 'browser_navigate', arguments: { url: seen.split(' ').at(-1) } };
  if (!seen.includes('### Snapshot') && !seen.includes('### Changes')) return { tool: 'browser_snapshot', arguments: {} };
  const button = /button "Back to basket".*?\[ref=(e\d+)\]/.exec(seen);
  if (button) return { tool: 'browser_click', arguments: { element: 'Back to basket', target: button[1] } };
  return { answer: `done in ${Math.floor(messages.length / 2)} calls, with ${tools.length} tools to choose from` };
};

const [command, site, page] = process.argv.slice(2);
console.log(await run(scripted, command, site, `Go back to the basket from ${page}`));
