// The Model Context Protocol on standard input and output, over the tools of the engine.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { disk } from './disk.js';
import { call, engine } from './engine.js';
import { StillpageError } from './error.js';

const VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

class Server {
  constructor(words, version) {
    this.words = JSON.stringify({ nonce: randomBytes(8).toString('hex'), ...words });
    this.version = version;
    this.started = false;
    this.open();
  }

  open() {
    this.instance = engine();
    this.instance.setDisk(disk);
    this.native = call(this.instance, () => this.instance.NativeServer.open(this.words));
  }

  /** What a message is answered with; undefined for one that is not. */
  answer(message) {
    const { jsonrpc, id, method, params } = message ?? {};
    const isAnswer = method === undefined && ('result' in Object(message) || 'error' in Object(message));
    if (isAnswer) return undefined;
    if (jsonrpc !== '2.0' || typeof method !== 'string') return { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' } };
    if (id === undefined || id === null) return undefined;
    const error = (code, message) => ({ jsonrpc: '2.0', id, error: { code, message } });
    const result = (result) => ({ jsonrpc: '2.0', id, result });
    if (method === 'ping') return result({});
    if (method === 'initialize') {
      this.started = true;
      const protocolVersion = VERSIONS.includes(params?.protocolVersion) ? params.protocolVersion : VERSIONS.at(-1);
      const serverInfo = { name: 'stillpage', version: this.version };
      return result({ protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo, instructions: this.native.instructions() });
    }
    if (!this.started) return error(-32602, 'the first request has to be initialize');
    if (method === 'tools/list') return result({ tools: JSON.parse(this.native.tools()) });
    const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
    const { name, arguments: given } = params ?? {};
    if (method !== 'tools/call' || typeof name !== 'string' || !(given === undefined || given === null || isObject(given))) return error(-32601, method);
    return result(this.call(name, given ?? {}));
  }

  call(name, given) {
    try {
      const { text, isError, image } = JSON.parse(call(this.instance, () => this.native.call(name, JSON.stringify(given))));
      const content = [{ type: 'text', text }];
      if (image) content.push({ type: 'image', data: Buffer.from(this.native.takeImage()).toString('base64'), mimeType: image });
      return { content, isError };
    } catch (thrown) {
      if (!(thrown instanceof StillpageError)) throw thrown;
      // The engine is lost with its tabs; what can be said is said, and the next call finds a new one.
      let text = `### Error\nError: ${thrown.message}\n`;
      if (thrown.code === 'internal') {
        this.open();
        text += 'The tabs are closed. Please report it with the page and the call.';
      } else {
        text += 'The server answers no more calls; start it again.';
      }
      return { content: [{ type: 'text', text }], isError: true };
    }
  }
}

/** Serves until standard input ends. */
export async function serve(words, version) {
  const server = new Server(words, version);
  const write = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  let listed = server.native.tools();
  // A client that is gone reads nothing more.
  process.stdout.on('error', () => process.exit(0));
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error: the line is not JSON' } });
      continue;
    }
    const answer = server.answer(message);
    // A page may come with tools of its own.
    const tools = server.native.tools();
    if (tools !== listed) write({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    listed = tools;
    if (answer) write(answer);
  }
  return 0;
}
