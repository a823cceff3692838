// Pictures in pixels, with the package stillpage-screenshot installed beside the other one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import 'stillpage-screenshot';
import { Page, open } from 'stillpage';
import { matchScreenshotFile } from 'stillpage/node-test';

const folder = mkdtempSync(join(tmpdir(), 'stillpage-'));
const html = '<body style="margin: 0"><h1 style="width: 60px; height: 20px; margin: 0; background: teal"></h1><p id="tall" style="height: 2000px">';
const sizeOf = (png) => [16, 20].map((at) => Buffer.from(png).readUInt32BE(at));

test('a page is drawn: the window, all of it, an element', () => {
  const page = Page.fromHTML(html);
  const window = page.screenshot();
  assert.deepEqual([...window.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.deepEqual(sizeOf(window), [1280, 720]);
  assert.ok(sizeOf(page.screenshot({ fullPage: true }))[1] > 2000);
  assert.deepEqual(sizeOf(page.locator('h1').screenshot({ scale: 2 })), [120, 40]);
  assert.deepEqual(sizeOf(page.screenshot({ target: 'h1' })), [60, 20]);
  assert.equal(Buffer.from(page.screenshot({ type: 'webp' })).toString('latin1', 8, 12), 'WEBP');
  page.screenshot({ path: join(folder, 'page.webp') });
  assert.equal(readFileSync(join(folder, 'page.webp')).toString('latin1', 8, 12), 'WEBP');
});

test('it is drawn as it is now', () => {
  const page = Page.fromHTML('<details><summary>More</summary><p>Text</p></details>');
  const before = page.screenshot();
  page.getByText('More').click();
  assert.notDeepEqual(page.screenshot(), before);
});

test('images that style sheets name come from the files of the page', () => {
  const red = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="red"/></svg>';
  const page = (files) => Page.fromHTML('<body style="background: url(red.svg)">', { url: 'https://example.org/', files });
  const plain = page({}).screenshot();
  assert.notDeepEqual(page({ 'red.svg': red }).screenshot(), plain);
  const page2 = page({ 'red.svg': red });
  page2.free();
});

test('mistakes say what to do', () => {
  const page = Page.fromHTML(html);
  const mistake = (options) => {
    try {
      page.screenshot(options);
    } catch (error) {
      return `${error.code}: ${error.message}`;
    }
    return 'none';
  };
  assert.match(mistake({ path: 'page.gif' }), /^invalid_arguments: page.gif ends neither/);
  assert.match(mistake({ type: 'jpeg' }), /^invalid_arguments: type is "jpeg"/);
  assert.match(mistake({ scale: 90 }), /^invalid_arguments: /);
  assert.match(mistake({ target: 'em' }), /^not_found: /);
  const late = `import { Page } from 'stillpage'; const page = Page.fromHTML(''); await import('stillpage-screenshot');
    try { page.screenshot() } catch (error) { console.log(error.code, error.hint) }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', late], { encoding: 'utf8' });
  assert.match(stdout, /^invalid_arguments npm install stillpage-screenshot, and import it before/, stderr);
});

test('a picture that was accepted is compared with', () => {
  const file = join(folder, 'shots/cart.png');
  matchScreenshotFile(html, file);
  matchScreenshotFile(Page.fromHTML(html), pathToFileURL(file));
  const other = html.replace('teal', '#008088');
  assert.throws(() => matchScreenshotFile(other, file), /1200 of 921600 pixels are others[^]*--test-update-snapshots/);
  assert.ok(existsSync(join(folder, 'shots/cart.diff.png')) && existsSync(join(folder, 'shots/cart.new.png')));
  matchScreenshotFile(other, file, { channel: 8 });
  assert.ok(!existsSync(join(folder, 'shots/cart.diff.png')), 'nothing is left behind');
  matchScreenshotFile(other, file, { share: 0.002 });
  assert.throws(() => matchScreenshotFile(html, file, { channel: 300 }), /channel is 300/);
});

test('the command line draws, and so does the server', async () => {
  const program = fileURLToPath(new URL('js/cli.js', pathToFileURL(`${process.cwd()}/node_modules/stillpage/`)));
  const file = join(folder, 'page.html');
  writeFileSync(file, html);
  const run = (words, input = '') => spawnSync(process.execPath, [program, ...words], { input, encoding: 'utf8' });
  const drawn = run(['screenshot', file, '-o', join(folder, 'page.png')]);
  assert.equal(drawn.status, 0, drawn.stderr);
  assert.match(drawn.stdout, /: 1280x720 pixels/);
  assert.deepEqual(readFileSync(join(folder, 'page.png')), Buffer.from((await open(file)).screenshot()));
  assert.equal(run(['check', file, 'h1', '--screenshot', join(folder, 'check.png')]).status, 0);
  assert.ok(existsSync(join(folder, 'check.png')));
  assert.match(run(['help', 'screenshot']).stdout, /--full-page/);
  const calls = [
    { id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '0' } } },
    { id: 1, method: 'tools/call', params: { name: 'browser_navigate', arguments: { url: pathToFileURL(file).href } } },
    { id: 2, method: 'tools/call', params: { name: 'browser_take_screenshot', arguments: {} } },
  ];
  const served = run(['mcp', '--root', folder], calls.map((call) => JSON.stringify({ jsonrpc: '2.0', ...call })).join('\n'));
  const answer = served.stdout.trim().split('\n').map((line) => JSON.parse(line)).find(({ id }) => id === 2);
  const image = answer.result.content.find(({ type }) => type === 'image');
  assert.equal(image?.mimeType, 'image/png', served.stdout.slice(0, 2000));
  assert.deepEqual(sizeOf(Buffer.from(image.data, 'base64')), [1280, 720]);
});
