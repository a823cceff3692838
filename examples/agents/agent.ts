// An agent loop: a model calls the tools of `stillpage mcp` until it has an answer.
//
//   npm install @modelcontextprotocol/sdk tsx
//   npx tsx agent.ts STILLPAGE SITE PAGE [anthropic|openai]
import { execFileSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

type Schema = { properties: Record<string, unknown>; required?: string[] };
type Anthropic = { name: string; description: string; input_schema: Schema };
type OpenAi = { type: 'function'; function: { name: string; description: string; parameters: Schema } };
type Tool = Anthropic | OpenAi;

type Step = { tool: string; arguments: Record<string, unknown> } | { answer: string };
type Message = { role: 'user' | 'tool'; content: string } | { role: 'assistant'; content: Step };
type Model = (messages: Message[], tools: Tool[]) => Step;

async function run(model: Model, command: string, site: string, task: string, shape: string): Promise<string> {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args: ['mcp', '--root', site, '--caps', 'core'] }));
  try {
    // The tools in the shape that a model's API takes.
    const printed = execFileSync(command, ['tools', '--format', shape, '--caps', 'core'], { encoding: 'utf8' });
    const tools: Tool[] = JSON.parse(printed);
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

/** Stands in for a model. A real one gets the messages and the tools, and returns the same. */
const scripted: Model = (messages, tools) => {
  const step = chosen(messages, tools);
  if ('tool' in step) {
    // What a model may call is what the definitions say, in either shape.
    const schemas = tools.map(tool =>
      'function' in tool ? ([tool.function.name, tool.function.parameters] as const) : ([tool.name, tool.input_schema] as const),
    );
    const schema = new Map(schemas).get(step.tool);
    const given = Object.keys(step.arguments);
    const fits = schema && given.every(name => name in schema.properties) && (schema.required ?? []).every(name => given.includes(name));
    if (!fits) throw new Error(`no tool takes ${JSON.stringify(step)}`);
  }
  return step;
};

const chosen: Model = (messages, tools) => {
  const seen = String(messages.at(-1)!.content);
  if (messages.length === 1) return { tool: 'browser_navigate', arguments: { url: seen.split(' ').at(-1) } };
  if (!seen.includes('### Snapshot') && !seen.includes('### Changes')) return { tool: 'browser_snapshot', arguments: {} };
  const button = /button "Back to basket".*?\[ref=(e\d+)\]/.exec(seen);
  if (button) return { tool: 'browser_click', arguments: { element: 'Back to basket', target: button[1] } };
  return { answer: `done in ${Math.floor(messages.length / 2)} calls, with ${tools.length} tools to choose from` };
};

const [command, site, page, shape = 'anthropic'] = process.argv.slice(2);
console.log(await run(scripted, command, site, `Go back to the basket from ${page}`, shape));
