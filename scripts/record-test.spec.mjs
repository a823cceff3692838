// A test of corpus/recordings/checkout_files/ that fails in four ways, for its trace.
// usage: FONTCONFIG_FILE=scripts/fonts.conf npx playwright test -c scripts record-test; @playwright/test comes from npm. The trace that it
// leaves below test-results/ is corpus/recordings/checkout-test.trace.zip, with paths of the machine cut off.
import { expect, test } from '@playwright/test';
import { readFileSync } from 'fs';
import { createServer } from 'http';
import { extname, join } from 'path';

const folder = join(import.meta.dirname, '..', 'corpus', 'recordings', 'checkout_files');
const types = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript' };
const server = createServer((request, response) => {
  try {
    const body = readFileSync(join(folder, request.url.replaceAll('/', '')));
    response.writeHead(200, { 'content-type': types[extname(request.url)] ?? 'text/plain' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
test.use({
  trace: 'on', viewport: { width: 1280, height: 720 }, locale: 'en-US', actionTimeout: 800,
  launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--font-render-hinting=none'] },
});
test.beforeAll(() => new Promise(ready => server.listen(8471, '127.0.0.1', ready)));
test.afterAll(() => server.close());
test('gift wrap is paid for', async ({ page }) => {
  const soon = expect.configure({ timeout: 500, soft: true });
  await page.goto('http://127.0.0.1:8471/checkout.html');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Add gift wrap' }).click();
  await page.getByRole('button', { name: 'Fine' }).click();
  await soon(page.locator('order-total')).toHaveText('52 euro');
  await soon(page.getByRole('listitem')).toHaveCount(2);
  await page.getByLabel('Express delivery').check();
  await soon(page.getByRole('button', { name: 'Pay now' })).toBeHidden();
  await page.getByRole('button', { name: 'Pay now' }).click();
});
