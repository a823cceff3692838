// Records a session on corpus/recordings/checkout_files/ in Chromium: as a Playwright trace, and as a recording of rrweb with what
// Playwright saw after each step. The test that it plays ends with a click that the newsletter is in the way of.
// usage: RRWEB=path/to/rrweb.umd.js node scripts/record-session.mjs OUT_DIR; playwright-core and rrweb come from npm.
import { readFileSync, writeFileSync } from 'fs';
import { createServer } from 'http';
import { dirname, extname, join } from 'path';
import { fileURLToPath } from 'url';
import { gzipSync } from 'zlib';
import { chromium } from 'playwright-core';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'corpus', 'recordings', 'checkout_files');
const out = process.argv[2] ?? dirname(folder);
const types = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript' };
const server = createServer((request, response) => {
  try {
    const body = readFileSync(join(folder, request.url.split('?')[0].replaceAll('/', '')));
    response.writeHead(200, { 'content-type': types[extname(request.url)] ?? 'text/plain' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise(ready => server.listen(8471, '127.0.0.1', ready));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-device-scale-factor=1', '--font-render-hinting=none'],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: 'en-US', reducedMotion: 'reduce' });
const events = [], seen = [];
await context.exposeBinding('emitEvent', (_, event) => { events.push(event); });
const recorder = readFileSync(process.env.RRWEB, 'utf8');
await context.addInitScript(`${recorder};if (window === top) addEventListener('load', () => rrweb.record({ emit: event => emitEvent(event), inlineStylesheet: true }))`);
await context.tracing.start({ snapshots: { dom: true, aria: true } });
const page = await context.newPage();
page.setDefaultTimeout(2000);
const measure = () => [...document.querySelectorAll('*')].map(e => { const r = e.getBoundingClientRect(); return [e.localName, r.x, r.y, r.width, r.height]; });
const look = async step => {
  await new Promise(done => setTimeout(done, 400));
  const client = await context.newCDPSession(page);
  const { result } = await client.send('Runtime.evaluate', { expression: `(${measure})()`, returnByValue: true });
  seen.push({ step, events: events.length, snapshot: await page.ariaSnapshot({ mode: 'ai' }), boxes: result.value });
};
await page.goto('http://127.0.0.1:8471/checkout.html', { timeout: 30000 });
await look('goto');
await page.getByLabel('Name').fill('Ada Lovelace');
await page.getByLabel('Note').fill('Back door');
await page.getByLabel('Country').selectOption('Denmark');
await look('fill');
await page.getByRole('button', { name: 'Add gift wrap' }).click();
await look('wrap');
await page.getByRole('button', { name: 'Fine' }).click();
await page.getByRole('listitem').filter({ hasText: 'Teapot' }).getByRole('button').click();
await page.locator('#terms').evaluate(terms => { terms.scrollTop = 60; });
await look('remove');
await page.getByLabel('Express delivery').check();
await look('express');
await page.getByRole('button', { name: 'Pay now' }).click().catch(() => {});
await page.getByRole('button', { name: 'Pay' }).and(page.locator('.paid')).click({ timeout: 500 }).catch(() => {});
await page.getByRole('button', { name: 'Remove' }).click({ timeout: 500 }).catch(() => {});
await look('pay');
await context.tracing.stop({ path: join(out, 'checkout.trace.zip') });
await browser.close();
server.close();
writeFileSync(join(out, 'checkout.rrweb.json.gz'), gzipSync(JSON.stringify(events)));
writeFileSync(join(out, 'checkout.seen.json'), JSON.stringify(seen, null, 1) + '\n');
