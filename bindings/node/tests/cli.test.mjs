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
  assert.match(stillpage(['mcp']).stderr, /native program/);
  for (const words of [['finde'], ['find'], ['find', page, 'a', '--colour'], ['find', page, 'a', '--max-results']]) {
    assert.equal(stillpage(words).status, 2, words.join(' '));
  }
});
