// What Playwright's own suites for its MCP server import as './fixtures', with `stillpage mcp` in the place of that server.
//
// The pages that a test sets are entries of a HAR file, which is the root of the server. It is started at the first call, when a
// test has set its pages; one that sets more of them later gets a server of its own for the calls after that.
import fs from 'node:fs';
import path from 'node:path';
import { test as base, expect as baseExpect } from '@playwright/test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const { tools } = require(path.join(path.dirname(require.resolve('playwright-core/package.json')), 'lib/coreBundle.js'));
const binary = process.env.STILLPAGE!;

type Answer = { status: number; type: string; body: string; location?: string };

class PageServer {
  readonly PREFIX = 'http://localhost:8907';
  readonly EMPTY_PAGE = `${this.PREFIX}/empty.html`;
  readonly HELLO_WORLD = `${this.PREFIX}/hello-world`;
  readonly pages = new Map<string, Answer>();
  changes = 0;

  setContent(url: string, body: string | Buffer, type: string) {
    const text = String(body);
    // Playwright's server puts a doctype in front.
    this.pages.set(url, { status: 200, type, body: type === 'text/html' ? `<!DOCTYPE html>${text}` : text });
    this.changes++;
  }

  // A handler is asked once; one that does not answer leaves no page.
  setRoute(url: string, handler: (request: object, response: object) => void) {
    const answer: Answer = { status: 200, type: 'text/html', body: '' };
    let ended = false;
    handler({ method: 'GET', url }, {
      writeHead: (status: number, headers: Record<string, string> = {}) => {
        answer.status = status;
        for (const [name, value] of Object.entries(headers)) {
          if (name.toLowerCase() === 'content-type') answer.type = value;
          if (name.toLowerCase() === 'location') answer.location = value;
        }
      },
      setHeader: () => {},
      end: (body = '') => {
        answer.body = body;
        ended = true;
      },
    });
    if (ended) this.pages.set(url, answer);
    this.changes++;
  }

  har(): string {
    const entries = [...this.pages].map(([url, { status, type, body, location }]) => ({
      request: { method: 'GET', url: this.PREFIX + url, headers: [] },
      response: {
        status,
        headers: location ? [{ name: 'Location', value: location }] : [],
        redirectURL: location ?? '',
        content: { size: body.length, mimeType: type, text: body },
      },
    }));
    return JSON.stringify({ log: { version: '1.2', creator: { name: 'suite', version: '1' }, pages: [], entries } });
  }
}

class LateClient {
  private started?: Promise<Client>;
  private known = -1;

  constructor(private server: PageServer, private folder: string, private args: string[], private unrestricted: boolean) {}

  private client(): Promise<Client> {
    if (!this.started || this.known !== this.server.changes) {
      void this.close();
      this.known = this.server.changes;
      this.started = this.start();
    }
    return this.started;
  }

  private async start(): Promise<Client> {
    const pages = path.join(this.folder, 'pages.har');
    fs.mkdirSync(this.folder, { recursive: true });
    fs.writeFileSync(pages, this.server.har());
    // Files are read from below the root alone: a test that may read all of them has the root of the file system.
    const root = this.unrestricted ? ['--root', '/', '--url-map', pages] : ['--root', pages];
    const client = new Client({ name: 'suite', version: '1.0.0' });
    const mode = this.args.some(arg => arg.startsWith('--snapshot-mode')) ? [] : ['--snapshot-mode=full'];
    const args = ['mcp', ...root, '--output-dir', this.folder, '--hidden-text=off', '--nonce=n', ...mode, ...this.args];
    await client.connect(new StdioClientTransport({ command: binary, args, cwd: this.folder }));
    return client;
  }

  async callTool(call: { name: string; arguments?: Record<string, unknown> }) {
    return (await this.client()).callTool(call);
  }

  async listTools() {
    return (await this.client()).listTools();
  }

  async close() {
    const started = this.started;
    this.started = undefined;
    await started?.then(client => client.close()).catch(() => {});
  }
}

type StartOptions = { args?: string[]; config?: { allowUnrestrictedFileAccess?: boolean } };
type Fixtures = {
  mcpArgs: string[] | undefined;
  mcpCaps: string[] | undefined;
  mcpBrowser: string;
  server: PageServer;
  startClient: (options?: StartOptions) => Promise<{ client: LateClient; stderr: () => string }>;
  client: LateClient;
  cdpServer: never;
};

export const test = base.extend<Fixtures>({
  mcpArgs: [undefined, { option: true }],
  mcpCaps: [undefined, { option: true }],
  mcpBrowser: ['chromium', { option: true }],

  server: async ({}, use) => {
    const server = new PageServer();
    server.setContent('/favicon.ico', '', 'image/x-icon');
    server.setContent('/', '', 'text/html');
    server.setContent('/hello-world', '<title>Title</title><body>Hello, world!</body>', 'text/html');
    await use(server);
  },

  startClient: async ({ server, mcpArgs, mcpCaps }, use, testInfo) => {
    const clients: LateClient[] = [];
    await use(async options => {
      const args = [...(mcpArgs ?? []), ...(mcpCaps ? [`--caps=${mcpCaps.join(',')}`] : []), ...(options?.args ?? [])];
      const client = new LateClient(server, testInfo.outputPath(), args, options?.config?.allowUnrestrictedFileAccess ?? false);
      clients.push(client);
      return { client, stderr: () => '' };
    });
    await Promise.all(clients.map(client => client.close()));
  },

  client: async ({ startClient }, use) => {
    await use((await startClient()).client);
  },

  cdpServer: async () => {
    throw new Error('there is no browser that could be connected to');
  },
});

// Answers without the lines around page content, which Playwright's do not have; a snapshot that stands in the answer counts as
// one in a file beside it.
function parsed(response: any): Record<string, unknown> {
  const [first, ...rest] = response.content;
  const text = String(first.text).replace(/^--- (BEGIN|END) PAGE CONTENT n ---\n?/gm, '').trimEnd();
  const found = tools.parseResponse({ ...response, content: [{ ...first, text }, ...rest] }, test.info().outputPath());
  found.snapshot ??= found.inlineSnapshot;
  return found;
}

export const expect = baseExpect.extend({
  toHaveResponse(response: any, wanted: Record<string, unknown>) {
    const found = parsed(response);
    const own = Object.fromEntries(Object.entries(found).filter(([name]) => name in wanted));
    const is = baseExpect.objectContaining(wanted).asymmetricMatch(own) && (!found.isError || Boolean(wanted.isError));
    const message = () => `${this.utils.printExpected(wanted)}\n${this.utils.printReceived(own)}\n\n${found.text}`;
    return { pass: is, message };
  },

  toHaveTextResponse(response: any, wanted: unknown) {
    const { text } = response.content[0];
    const is = typeof wanted === 'string' ? text === wanted : (wanted as { asymmetricMatch(text: string): boolean }).asymmetricMatch(text);
    return { pass: is, message: () => text };
  },
});
