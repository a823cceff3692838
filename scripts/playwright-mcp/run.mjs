#!/usr/bin/env node
// Runs Playwright's own suites for its MCP server against `stillpage mcp`, and prints what passes.
// usage: node scripts/playwright-mcp/run.mjs STILLPAGE [CHECKOUT]
//
// CHECKOUT is a checkout of https://github.com/microsoft/playwright; without it the tag of the version is fetched with git.
// Needs Node 20 and the npm registry; nothing of the suites is kept.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const VERSION = '1.65.1';
const WANTED = 0.95;
const SUITES = ['click', 'core', 'find', 'form', 'snapshot-mode', 'verify', 'tabs', 'iframes', 'type', 'wait', 'roots', 'mouse'];

const here = import.meta.dirname;
const [binary, given] = process.argv.slice(2);
if (!binary) {
  console.error('usage: run.mjs STILLPAGE [CHECKOUT]');
  process.exit(2);
}
const work = mkdtempSync(path.join(tmpdir(), 'playwright-mcp-'));
try {
  process.exitCode = run(given ?? fetched());
} finally {
  rmSync(work, { recursive: true, force: true });
}

function fetched() {
  const folder = path.join(work, 'checkout');
  const git = (...args) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const from = 'https://github.com/microsoft/playwright';
    git('clone', '--quiet', '--depth', '1', '--filter=blob:none', '--sparse', '--branch', `v${VERSION}`, from, folder);
    git('-C', folder, 'sparse-checkout', 'set', 'tests/mcp');
  } catch (error) {
    console.error(`The suites cannot be fetched: ${String(error.stderr ?? error).trim()}`);
    console.error(`Check out tag v${VERSION} of github.com/microsoft/playwright elsewhere and pass its folder.`);
    process.exit(2);
  }
  return folder;
}

function run(checkout) {
  const suites = path.join(work, 'suites');
  mkdirSync(suites);
  for (const suite of SUITES) {
    const file = path.join(checkout, 'tests/mcp', `${suite}.spec.ts`);
    if (!existsSync(file)) {
      console.error(`${file} is missing: ${checkout} is no checkout of Playwright with its suites for MCP`);
      return 2;
    }
    copyFileSync(file, path.join(suites, `${suite}.spec.ts`));
  }
  copyFileSync(path.join(here, 'fixtures.ts'), path.join(suites, 'fixtures.ts'));
  writeFileSync(path.join(work, 'package.json'), '{ "private": true }');
  writeFileSync(path.join(work, 'playwright.config.ts'), `export default { testDir: 'suites', workers: 2, timeout: 30000 };`);
  const packages = [`@playwright/test@${VERSION}`, '@modelcontextprotocol/sdk@1'];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], { cwd: work, stdio: 'inherit' });
  const report = path.join(work, 'report.json');
  const env = { ...process.env, STILLPAGE: path.resolve(binary), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  spawnSync('npx', ['playwright', 'test', '--reporter=json'], { cwd: work, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const { suites: files, errors } = JSON.parse(readFileSync(report, 'utf8'));
  if (errors.length) {
    console.error(errors.map(error => error.message).join('\n'));
    return 2;
  }
  return verdict(files.flatMap(file => file.specs.map(spec => ({ name: `${path.basename(file.file, '.spec.ts')} › ${spec.title}`, spec }))));
}

function verdict(tests) {
  const without = JSON.parse(readFileSync(path.join(here, 'excluded.json'), 'utf8'));
  const unknown = Object.keys(without).filter(name => !tests.some(test => test.name === name));
  let [passed, counted] = [0, 0];
  for (const { name, spec } of tests) {
    const { results, status } = spec.tests[0];
    const message = results[0]?.error?.message ?? '';
    if (status === 'skipped') {
      console.log(`skip  ${name}`);
    } else if (without[name]) {
      console.log(`--    ${name} (${without[name]}${spec.ok ? '; passes all the same' : ''})`);
    } else {
      counted++;
      passed += spec.ok ? 1 : 0;
      console.log(`${spec.ok ? 'ok   ' : 'FAIL '} ${name}`);
      if (!spec.ok && process.env.VERBOSE) console.log(message.replace(/^/gm, '      '));
    }
  }
  for (const name of unknown) console.log(`no test of this name any more: ${name}`);
  const ratio = passed / counted;
  console.log(`${passed} of ${counted} that need no page scripts pass (${ratio.toFixed(3)}, wanted ${WANTED}); ${tests.length} tests in all`);
  return ratio >= WANTED ? 0 : 1;
}
