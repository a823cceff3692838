// `npx stillpage`: what it prints and how it exits.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../js/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'stillpage-'));
const page = join(folder, 'page.html');
writeFileSync(page, '<h1>Cart</h1><button>Pay</button><a href=/x>Next</a>');

function stillpage(words, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('commands answer, with the exit codes of the native program', () => {
  assert.deepEqual(stillpage(['snapshot', '-', '--playwright', '--mode', 'default'], '<h1>A'), { status: 0, stdout: '- heading "A" [level=1]\n', stderr: '' });
  assert.equal(stillpage(['find', page, 'a', '--attr', 'href']).stdout, '#5 a [ref=e4] href="/x"  Next\n');
  assert.equal(stillpage(['check', page, 'button']).status, 0);
  assert.equal(stillpage(['search', page, 'nowhere']).status, 1);
  const bad = stillpage(['find', page, 'a[', '--json']);
  assert.equal(bad.status, 2);
  assert.equal(JSON.parse(bad.stderr).error.code, 'invalid_selector');
  assert.equal(stillpage(['snapshot', join(folder, 'gone.html')]).status, 2);
});

test('templates are matched and updated', () => {
  const template = join(folder, 'page.aria.yml');
  writeFileSync(template, '- heading "Basket"\n');
  assert.equal(stillpage(['match', page, template]).status, 1);
  assert.equal(stillpage(['match', page, template, '--update']).status, 0);
  assert.match(readFileSync(template, 'utf8'), /heading "Cart"/);
});

test('mistakes and help', () => {
  assert.match(stillpage(['help']).stdout, /^ {2}snapshot {3}The accessibility snapshot/m);
  assert.match(stillpage(['help', 'find']).stdout, /--max-results <N>/);
  assert.match(stillpage(['live']).stderr, /native program/);
  for (const words of [['finde'], ['find'], ['find', page, 'a', '--colour'], ['find', page, 'a', '--max-results']]) {
    assert.equal(stillpage(words).status, 2, words.join(' '));
  }
});

test('agents are served', () => {
  const call = (name, args) => ({ method: 'tools/call', params: { name, arguments: args } });
  const messages = [
    { method: 'initialize', params: { protocolVersion: '1999-01-01' } },
    { method: 'tools/list' },
    call('browser_navigate', { url: 'page.html' }),
    call('browser_snapshot', {}),
    call('browser_click', { target: 'e3' }),
    call('check_click', { target: 'e3' }),
    call('browser_navigate', { url: '../secret.html' }),
    call('browser_take_screenshot', {}),
    { method: 'resources/list' },
  ];
  const lines = ['not JSON', '', '{"jsonrpc":"2.0","method":"notifications/initialized"}', ...messages.map((message, id) => JSON.stringify({ jsonrpc: '2.0', id, ...message }))];
  const { status, stdout, stderr } = stillpage(['mcp', '--root', folder, '--nonce', 'n'], lines.join('\n'));
  assert.deepEqual([status, stderr], [0, '']);
  const [broken, started, listed, navigated, shown, clicked, checked, refused, drawn, unknown] = stdout.trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(broken.error.code, -32700);
  assert.equal(started.result.protocolVersion, '2025-11-25', 'the newest, since it knows no such version');
  assert.equal(started.result.serverInfo.name, 'stillpage');
  assert.ok(listed.result.tools.some(({ name, annotations }) => name === 'search_page' && annotations.readOnlyHint));
  assert.match(navigated.result.content[0].text, /Page URL: file:\/\/\/page.html/);
  assert.match(shown.result.content[0].text, /--- BEGIN PAGE CONTENT n ---[^]*button "Pay" \[ref=e3\]/);
  assert.equal(clicked.result.isError, false);
  assert.equal(checked.result.isError, false);
  assert.match(refused.result.content[0].text, /outside of the root/);
  assert.equal(drawn.result.content[1].mimeType, 'image/svg+xml');
  assert.match(Buffer.from(drawn.result.content[1].data, 'base64').toString(), /^<svg/);
  assert.equal(unknown.error.code, -32601);
  assert.equal(stillpage(['mcp', '--root', join(folder, 'gone')]).status, 2);
  assert.match(stillpage(['help', 'mcp']).stdout, /--root <ROOT>/);
});
