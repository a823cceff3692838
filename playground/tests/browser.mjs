// What users of the playground do, in Chromium. usage: node browser.mjs FOLDER [NAME], where playwright-core is
// installed in the folder, and NAME is a part of the names of the tests to run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { Page } from '../../bindings/node/js/index-node.js';

const folder = process.argv[2];
const root = new URL('../../', import.meta.url).pathname;
const { chromium } = createRequire(join(folder, 'package.json'))('playwright-core');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
// Below a path, as GitHub Pages serves a project.
const server = createServer(async (request, response) => {
  const path = new URL(request.url, 'http://x/').pathname.replace(/^\/project\//, '').replace(/^$/, 'index.html');
  try {
    const bytes = await readFile(join(root, 'target/playground', path));
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${server.address().port}/project/`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

const said = [];
async function opened(options = {}, fragment = '') {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, ...options });
  page.setDefaultTimeout(10_000);
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.goto(address + fragment);
  await drawn(page);
  return page;
}
const drawn = (page) => page.locator('#status').filter({ hasText: /boxes/ }).waitFor();
const line = (page, text) => page.locator('.line').filter({ hasText: text }).first();
const shot = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });

async function audit(page, name, options) {
  const styles = readFileSync(join(root, 'playground/style.css'));
  // In a window in which all that is drawn is in sight.
  const window = options?.device ? {} : { viewport: { width: 1280, height: 1600 } };
  const own = Page.fromHTML(await page.content(), { url: 'http://playground.test/', files: { 'style.css': styles }, ...window, ...options });
  const fails = own.audit().filter(({ certainty }) => certainty === 'fails');
  assert.deepEqual(fails.map(({ rule, message, element }) => [rule, message, element.tag, element.attributes.id, element.attributes.class]), [], name);
}

/** Drops files, an array of names and texts, on the page. */
async function drop(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  assert.ok(await page.evaluate(() => document.body.classList.contains('dropping')), 'it shows where files go');
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  assert.equal(await page.evaluate(() => document.body.classList.contains('dropping')), false);
}

const tests = {
  async 'a line shows its box and a box its line'() {
    const page = await opened();
    await line(page, 'button "Pay').hover();
    await page.locator('.spot.over').waitFor();
    const spot = await page.locator('.spot.over').boundingBox();
    await page.mouse.move(10, 10);
    await page.mouse.move(spot.x + spot.width / 2, spot.y + spot.height / 2);
    await page.locator('.line.over').waitFor();
    assert.match(await page.locator('.line.over').textContent(), /button "Pay/);
    await line(page, 'button "Pay').click();
    await page.getByRole('button', { name: 'Check click' }).click();
    await page.getByText(/would not land .*is in the way/).waitFor();
    await shot(page, 'light');
    await audit(page, 'light');
    const alone = page.getByLabel('Refs of the modal only');
    await alone.check();
    await page.locator('.line:not([data-ref])').filter({ hasText: 'button "Pay' }).waitFor();
    assert.ok(await line(page, 'Accept').getAttribute('data-ref'));
    await alone.uncheck();
    await page.getByLabel('Token budget').fill('300');
    await page.getByLabel('Token budget').blur();
    await page.locator('#tokens').filter({ hasText: /^([12]?\d\d|300) tokens/ }).waitFor();
    await page.close();
  },

  async 'clicks and texts act, and go back'() {
    const page = await opened();
    await page.getByLabel('Example').selectOption('Settings without a modal');
    await line(page, 'textbox "Display name"').click();
    await page.getByLabel('Text', { exact: true }).fill('Grace Hopper');
    await page.getByRole('button', { name: 'Fill' }).click();
    await line(page, 'Grace Hopper').waitFor();
    await page.getByLabel('Clicks act').check();
    await line(page, 'radio "Dark"').hover();
    const box = await page.locator('.spot.over').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await line(page, /radio "Dark" \[checked\]/).waitFor();
    for (let at = 0; at < 2; at += 1) await page.getByRole('button', { name: 'Back' }).click();
    await line(page, 'Ada Lovelace').waitFor();
    // By keyboard alone.
    await line(page, 'Advanced').click();
    await page.keyboard.press('Enter');
    await line(page, 'Send reports').waitFor();
    await page.close();
  },

  async 'questions find elements'() {
    const page = await opened();
    await page.getByRole('tab', { name: 'Query' }).click();
    for (const [how, query, count] of [
      ['selector', "page.getByRole('listitem').filter({ hasText: /hosta/i }).getByRole('button', { name: 'Remove' })", '1 element'],
      ['selector', 'li > button', '2 elements'],
      ['text', '/as a g\\w+/i', '1 element'],
      ['words', 'the Pay button', '1 element'],
    ]) {
      await page.getByLabel('Find by').selectOption(how);
      await page.getByRole('textbox', { name: 'Query' }).fill(query);
      await page.getByRole('button', { name: 'Find' }).click();
      await page.locator('#found').filter({ hasText: count }).waitFor();
      await page.evaluate(() => (document.getElementById('found').textContent = ''));
    }
    await page.getByLabel('Find by').selectOption('selector');
    await page.getByRole('textbox', { name: 'Query' }).fill('getByRole(');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('alert').filter({ hasText: 'does not parse' }).waitFor();
    await page.getByRole('tab', { name: 'Audit' }).click();
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.locator('#audited').filter({ hasText: /problem/ }).waitFor();
    await page.close();
  },

  async 'its panes are accessible with answers in them'() {
    for (const colorScheme of ['light', 'dark']) {
      const page = await opened({ colorScheme });
      const pane = (name) => page.getByRole('tab', { name }).click();
      const checked = (name) => audit(page, `${name}, ${colorScheme}`, { colorScheme, viewport: { width: 4600, height: 2600 } });
      await page.getByLabel('Example').selectOption('Problems for the audit');
      await drawn(page);
      await pane('Query');
      await page.getByRole('textbox', { name: 'Query' }).fill('*');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.locator('#found').filter({ hasText: /elements/ }).waitFor();
      await checked('query');
      await page.getByRole('textbox', { name: 'Query' }).fill('getByRole(');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('alert').waitFor();
      await checked('an error');
      await pane('Compare');
      await page.getByRole('button', { name: 'Start from this page' }).click();
      const second = page.getByLabel('A later version of the page');
      await page.waitForFunction(() => document.getElementById('second').value !== '');
      const source = await second.inputValue();
      await second.fill(`<p>First</p>${source.replace(/<(button|a)\b.*?<\/\1>/s, '')}`);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByText(/refs are found again/).waitFor();
      await checked('compare');
      await pane('Audit');
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.locator('#audited').filter({ hasText: /[1-9]\d* problem/ }).waitFor();
      await checked('audit');
      await shot(page, `audit-${colorScheme}`);
      await page.close();
    }
  },

  async 'files are dropped: a page with its style sheet, and MHTML'() {
    const page = await opened();
    const html = '<title>Two files</title><link rel=stylesheet href="a.css"><p>Seen</p><p class=no>Not seen</p>';
    for (const files of [[['index.html', html], ['a.css', '.no { display: none }']], [['a.css', '.no { display: none }'], ['index.html', html]]]) {
      await page.getByLabel('Example').selectOption('Settings without a modal');
      await line(page, 'Display name').waitFor();
      await drop(page, files);
      await page.locator('#page-name').filter({ hasText: 'Two files' }).waitFor();
      await line(page, 'Seen').waitFor();
      assert.equal(await line(page, 'Not seen').count(), 0, 'the style sheet applies');
    }
    const mhtml = ['From: <Saved by Blink>', 'Snapshot-Content-Location: https://garden.test/', 'Subject: Garden', 'MIME-Version: 1.0',
      'Content-Type: multipart/related; type="text/html"; boundary="----part"', '', '------part', 'Content-Type: text/html',
      'Content-Transfer-Encoding: quoted-printable', 'Content-Location: https://garden.test/', '',
      '<title>Garden</title><link rel=3Dstylesheet href=3D"/a.css"><h1>Ferns</h1><p class=3Dno>Not seen</p>', '------part', 'Content-Type: text/css',
      'Content-Transfer-Encoding: quoted-printable', 'Content-Location: https://garden.test/a.css', '', '.no { display: none }', '------part--', ''].join('\r\n');
    await drop(page, [['garden.mhtml', mhtml]]);
    await line(page, 'heading "Ferns"').waitFor();
    assert.equal(await line(page, 'Not seen').count(), 0, 'the style sheet in it applies');
    await drop(page, [['notes.bin', '\u0000\u0001']]);
    await page.getByRole('alert').waitFor();
    await page.close();
  },

  async 'a later version is compared, and the address holds the state'() {
    const page = await opened({ colorScheme: 'dark' });
    await audit(page, 'dark', { colorScheme: 'dark' });
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'Start from this page' }).click();
    const second = page.getByLabel('A later version of the page');
    await page.waitForFunction(() => document.getElementById('second').value.includes('Fern'));
    await second.fill((await second.inputValue()).replace('<li>Fern', '<li>Ivy <button>Remove</button></li>\n<li>Fern').replace(/<details>.*<\/details>/, ''));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText(/refs are found again/).waitFor();
    assert.match(await page.locator('#difference').textContent(), /Ivy/);
    assert.ok(await page.getByRole('cell', { name: 'gone' }).count() > 0, 'what is left out is gone');
    await page.locator('.segments').getByLabel('Phone').check();
    await drawn(page);
    await shot(page, 'dark');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForURL(/#s=/);
    const fragment = new URL(page.url()).hash;
    await page.close();
    const again = await opened({}, fragment);
    assert.equal(await again.locator('.segments').getByLabel('Phone').isChecked(), true);
    assert.match(await again.locator('#second').inputValue(), /Ivy/);
    await again.close();
  },

  async 'recordings are opened at their moments'() {
    const page = await opened();
    for (const name of ['checkout.trace.zip', 'checkout.rrweb.json.gz']) {
      await page.locator('#file').setInputFiles(join(root, 'corpus/recordings', name));
      await page.locator('#moment').waitFor();
      await drawn(page);
      const last = await page.locator('#lines').textContent();
      await page.locator('#moment').selectOption({ index: 0 });
      await page.waitForFunction((last) => document.getElementById('lines').textContent !== last, last);
      await drawn(page);
    }
    await shot(page, 'recording');
    await page.locator('#file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
    await page.getByRole('alert').filter({ hasText: 'neither a Playwright trace' }).waitFor();
    await page.close();
  },

  async 'a phone shows it in one column'() {
    const page = await opened({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390, 'nothing is beside the window');
    await shot(page, 'phone');
    await page.screenshot({ path: join(folder, 'phone-whole.png'), fullPage: true });
    await audit(page, 'phone', { device: 'iPhone 15' });
    await page.close();
  },

  async '100,000 elements stay usable'() {
    const page = await opened();
    await page.getByLabel('Example').selectOption('A page of 100,000 elements');
    await page.locator('#tokens').filter({ hasText: /\d,\d{3},\d{3} tokens|[1-9]\d\d,\d{3} tokens/ }).waitFor({ timeout: 20_000 });
    const start = Date.now();
    await page.locator('#lines').focus();
    await page.keyboard.press('End');
    await line(page, 'Open 19999').waitFor();
    assert.ok(Date.now() - start < 1500, 'the list answers while the picture is drawn');
    await page.locator('#status').filter({ hasText: /\d\d,\d{3} boxes/ }).waitFor();
    await page.locator('.spot.chosen').waitFor();
    assert.ok(await page.locator('.line').count() < 200, 'only what is in sight is in the document');
    await shot(page, 'large');
    await page.close();
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(process.argv[3] ?? ''))) {
  const start = Date.now();
  try {
    await test();
    console.log(`ok ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n${error.stack}`);
    for (const page of browser.contexts().flatMap((context) => context.pages())) await shot(page, 'failed');
    for (const context of browser.contexts()) await context.close();
  }
}
await browser.close();
server.close();
if (said.length) console.log(`the console has errors:\n${said.join('\n')}`);
process.exit(failed || said.length ? 1 : 0);
