// The API, in Node: `node --test bindings/node/tests`, after `bindings/node/build`.
import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Page, Session, SessionRecording, StillpageError, deviceNames, estimateTokens, matchAriaText, open } from '../js/index-node.js';
import { call, engine } from '../js/engine.js';
import { assertAria, matchAriaFile } from '../js/matchers/node-test.js';

const SHOP = `<!doctype html><title>Shop</title>
  <h1>Plants</h1>
  <ul><li>Fern <button>Add</button></li><li>Hosta <button disabled>Add</button></li></ul>
  <label>Pieces <input type=number value=2></label>
  <label><input type=checkbox checked> Gift</label>
  <a href=/care data-testid=care>Care</a>`;

const code = (work) => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof StillpageError, String(error));
    return error.code;
  }
  return 'no error';
};

test('a page answers', () => {
  const page = Page.fromHTML(SHOP, { url: 'https://shop.example/' });
  assert.equal(page.title(), 'Shop');
  assert.equal(page.url(), 'https://shop.example/');
  assert.match(page.ariaSnapshot(), /^- generic \[active\] \[ref=e1\]:\n {2}- heading "Plants" \[level=1\] \[ref=e2\]\n/);
  assert.equal(page.ariaSnapshot({ mode: 'default', target: page.getByRole('heading') }), '- heading "Plants" [level=1]');
  assert.equal(page.ariaSnapshot({ ref: 'e2' }), '- heading "Plants" [level=1] [ref=e1]');
  assert.match(page.agentView({ maxTokens: 200 }), /^# Page: Shop\n/m);
  assert.match(page.markdown(), /^# Plants/m);
  assert.deepEqual(page.search(/f\w+n/i).matches.map(({ match }) => match), ['Fern']);
  assert.deepEqual(page.find('li button').map(({ ref, state }) => [ref, state.enabled]), [['e5', true], ['e7', false]]);
  assert.equal(page.locate('the Care link').tag, 'a');
  assert.deepEqual(page.extract({ type: 'object', properties: { title: { type: 'string' } } }).data, { title: 'Plants' });
  assert.equal(page.metadata().data.title, 'Plants');
  assert.ok(page.audit().some(({ rule }) => rule === 'html-has-lang'));
  assert.match(page.view(), /^<svg /);
});

test('locators are those of Playwright', () => {
  const page = Page.fromHTML(SHOP);
  const add = page.getByRole('button', { name: 'Add' });
  assert.equal(add.count(), 2);
  assert.equal(page.getByRole('listitem').filter({ hasText: 'hosta' }).getByRole('button').isEnabled(), false);
  assert.equal(page.getByRole('listitem').filter({ has: page.getByRole('button', { disabled: true }) }).textContent(), 'Hosta Add');
  assert.equal(add.first().isEnabled(), true);
  assert.equal(page.getByLabel('Pieces').inputValue(), '2');
  assert.equal(page.getByLabel(/gift/i).isChecked(), true);
  assert.equal(page.getByTestId('care').getAttribute('href'), '/care');
  assert.equal(page.getByText('Care', { exact: true }).isVisible(), true);
  assert.equal(page.locator('li').nth(-1).accessibleName(), '');
  assert.ok(page.getByRole('heading').boundingBox().width > 1000);
  assert.equal(page.getByRole('link').or(page.getByRole('heading')).count(), 2);
  assert.deepEqual(page.getByRole('listitem').allTextContents(), ['Fern Add', 'Hosta Add']);
  assert.equal(code(() => add.textContent()), 'strict_mode_violation');
  assert.equal(code(() => page.getByText('Moss').textContent()), 'not_found');
  assert.equal(page.getByText('Moss').isVisible(), false);
  assert.equal(code(() => page.locator('a[').count()), 'invalid_selector');
  assert.equal(code(() => page.getByRole('buton').count()), 'invalid_arguments');
});

test('clicks are checked', () => {
  const page = Page.fromHTML(`<button>Pay</button><div id=c role=dialog aria-label=Cookies style="position:fixed;inset:0"></div>`);
  const { ok, reason, interceptor } = page.checkClick('button');
  assert.deepEqual([ok, reason, interceptor.attributes.id], [false, 'intercepted', 'c']);
  assert.equal(code(() => page.checkClick('e99')), 'not_found');
});

test('options set what a page is shown on', () => {
  const html = '<meta name=viewport content="width=device-width"><style>@media (prefers-color-scheme: dark) { p { width: 7px } }</style><p>';
  const width = (options) => Page.fromHTML(html, options).locator('p').boundingBox().width;
  assert.equal(width({ colorScheme: 'dark' }), 7);
  assert.equal(width({ viewport: { width: 500, height: 400 } }), 484);
  assert.equal(width({ device: 'iPhone 15' }), 377);
  assert.ok(deviceNames().includes('iPhone 15'));
  for (const options of [{ device: 'Abacus' }, { viewport: { width: 0, height: 1 } }, { colorScheme: 'blue' }, { url: 'x' }]) {
    assert.equal(code(() => Page.fromHTML('', options)), 'invalid_arguments', JSON.stringify(options));
  }
});

test('files of a page come from a table or a function', () => {
  const html = '<link rel=stylesheet href=a.css><p>x';
  const url = 'https://example.org/b/';
  const shown = (files) => Page.fromHTML(html, { url, files }).locator('p').isVisible();
  assert.equal(shown(undefined), true);
  assert.equal(shown({ 'a.css': 'p { display: none }' }), false);
  assert.equal(shown(new Map([['https://example.org/b/a.css', new TextEncoder().encode('p { display: none }')]])), false);
  assert.equal(shown((address) => (address.endsWith('a.css') ? 'p { display: none }' : null)), false);
  const page = Page.fromHTML(html, { url, files: () => { throw new Error('no access'); } });
  assert.match(page.warnings().join(), /no access/);
});

test('saved pages are opened with what is beside them, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stillpage-'));
  mkdirSync(join(folder, 'in'));
  writeFileSync(join(folder, 'out.css'), 'p { display: none }');
  writeFileSync(join(folder, 'in/a.css'), 'b { display: none }');
  symlinkSync(join(folder, 'out.css'), join(folder, 'in/link.css'));
  writeFileSync(join(folder, 'in/page.htm'), '<link rel=stylesheet href=../out.css><link rel=stylesheet href=link.css><link rel=stylesheet href=a.css><p>x<b>y</b>');
  const page = await open(join(folder, 'in'));
  assert.equal(page.text(), 'x');
  assert.match(page.url(), /^file:.*\/in\/page\.htm$/);
  await assert.rejects(open(join(folder, 'gone.html')), { code: 'io_error', message: /No such file/ });
  writeFileSync(join(folder, 'a.html'), '');
  writeFileSync(join(folder, 'b.html'), '');
  await assert.rejects(open(folder), { message: /several pages in this folder/ });
  writeFileSync(join(folder, 'c.pdf'), '%PDF-1.4');
  await assert.rejects(open(join(folder, 'c.pdf')), { code: 'io_error' });
});

test('refs survive a re-render', () => {
  const rows = (...names) => Page.fromHTML(`<ul>${names.map((name) => `<li>${name} <button>Delete</button>`).join('')}</ul>`);
  const session = new Session();
  const before = rows('Ada', 'Grace');
  session.observe(before);
  const ref = before.locator('button').nth(1).ref();
  const after = rows('Joan', 'Ada', 'Grace');
  const found = Session.fromBytes(session.toBytes()).resolve(after, ref);
  assert.deepEqual([found.outcome, found.element.ref], ['healed', after.locator('button').nth(2).ref()]);
  assert.equal(code(() => session.resolve(rows('Joan', 'Ada'), ref)), 'stale_ref');
  const seen = session.observe(after);
  assert.equal(seen.element(ref).tag, 'button');
  assert.match(seen.agentView(), new RegExp(`listitem \\[ref=e\\d+\\]:\\n\\s+- text: Grace\\n\\s+- button "Delete" \\[ref=${ref}\\]`));
  assert.match(before.diff(after).text, /Joan/);
});

test('a panic is an error, and the next page has a new engine', () => {
  const page = Page.fromHTML('<p>x');
  const broken = engine();
  assert.throws(() => call(broken, (instance) => instance.panicForTest()), { code: 'internal', message: /asked for/ });
  assert.equal(code(() => page.title()), 'internal');
  assert.equal(Page.fromHTML('<p>x').text(), 'x');
  assert.notEqual(engine(), broken);
});

test('recordings of sessions are read from bytes', () => {
  const read = (name) => SessionRecording.fromBytes(readFileSync(new URL(`../../../corpus/recordings/${name}`, import.meta.url)));
  for (const name of ['checkout.trace.zip', 'checkout.rrweb.json.gz']) {
    const recording = read(name);
    const states = recording.states();
    assert.ok(states.length > 3, name);
    assert.ok(states.every(({ id, time }) => id && time >= 0), name);
    const last = recording.page();
    assert.ok(new Set(states.map(({ id }) => recording.page({ at: id }).ariaSnapshot())).size > 1, name);
    assert.match(last.ariaSnapshot(), /heading "Checkout"/, name);
    const narrow = recording.page({ viewport: { width: 390, height: 844 } });
    assert.ok(narrow.element('body').box.width <= 390, name);
    assert.equal(code(() => recording.page({ at: 'no such state' })), 'not_found', name);
    recording.free();
    assert.equal(code(() => recording.states()), 'invalid_arguments', 'it was freed');
  }
  assert.equal(code(() => SessionRecording.fromBytes(new Uint8Array([60, 112, 62]))), 'invalid_arguments', 'a page');
  assert.throws(() => SessionRecording.fromBytes('<p>'), TypeError);
});

test('locators act: the page is the one after it', () => {
  const page = Page.fromHTML(`<form action=/find><label>Query <input name=q></label><label><input type=checkbox> Organic</label>
    <label>Size <select name=s><option>Small<option value=l>Large</select></label><button>Find</button></form>
    <details><summary>More</summary><p>Text</p></details><button disabled>Save</button>`, { url: 'https://a.example/' });
  assert.deepEqual(page.getByLabel('Query').fill('rye'), []);
  page.getByLabel('Query').pressSequentially(' bread');
  assert.equal(page.getByLabel('Query').inputValue(), 'rye bread');
  page.getByLabel('Organic').check();
  assert.equal(page.getByRole('checkbox').isChecked(), true);
  page.getByLabel('Organic').uncheck();
  assert.equal(page.getByRole('checkbox').isChecked(), false);
  page.getByLabel('Size').selectOption({ label: 'Large' });
  assert.equal(page.getByLabel('Size').inputValue(), 'l');
  assert.equal(page.getByText('Text').isVisible(), false);
  page.getByText('More').click();
  assert.match(page.ariaSnapshot(), /Text/, 'a snapshot after it has what it opened');
  const [sent] = page.getByRole('button', { name: 'Find' }).click();
  assert.equal(sent.effect, 'submit');
  assert.match(JSON.stringify(sent), /rye/);
  assert.equal(code(() => page.getByRole('button', { name: 'Save' }).click()), 'not_enabled');
  page.getByLabel('Query').clear();
  page.press('Tab');
  assert.equal(page.getByRole('checkbox').element().state.focused, true);
});

test('a page is changed in place, and keeps its refs', () => {
  const page = Page.fromHTML('<h1>Cart</h1><ul><li>Fern</li></ul><button>Pay</button><p hidden>Done</p>');
  const session = new Session();
  session.observe(page);
  const ref = page.element('button').ref;
  page.mutate([
    { target: 'li', setText: 'Palm' },
    { target: page.getByRole('list'), insertHtml: '<li>Moss<li>Ivy' },
    { target: 'p', removeAttribute: 'hidden', setAttribute: ['role', 'status'] },
    { target: 'button', setAttribute: ['class', 'large'] },
  ]);
  assert.equal(page.getByRole('listitem').count(), 3);
  assert.equal(page.getByRole('listitem').first().textContent(), 'Palm');
  assert.equal(page.getByRole('status').isVisible(), true);
  assert.equal(session.resolve(page, ref).outcome, 'exact');
  page.mutate([{ target: 'li', remove: true }, { target: 'h1', replaceWith: '<h2>Bag</h2>' }]);
  assert.deepEqual(page.getByRole('listitem').allTextContents(), ['Moss', 'Ivy']);
  assert.equal(page.getByRole('heading', { level: 2 }).count(), 1);
  assert.equal(code(() => page.mutate([{ target: 'nav', remove: true }])), 'not_found');
});

test('what a session sees is drawn, acted on and compared with its refs', () => {
  const session = new Session();
  const [before, after] = ['', '<a href=x>Help</a>'].map((html) => Page.fromHTML(`${html}<h1>Cart</h1><p>Two pots</p><button>Save</button><button>Pay</button>`));
  const [first, second] = [session.observe(before), session.observe(after)];
  const ref = before.element('button').ref;
  assert.equal(session.resolve(after, ref).element.name, 'Save');
  assert.notEqual(after.element('button').ref, ref, 'the page alone numbers again');
  assert.match(second.view(), new RegExp(`data-ref="${ref}"[^>]*><title>button`));
  assert.equal(JSON.parse(second.tool('click', { target: ref }).json).ref, ref);
  assert.match(first.diff(second).text, /\+ +- link "Help"/);
  assert.equal(first.diff(second).counts[1], 0, 'nothing is gone');
});

test('memory is given back', () => {
  const html = '<p>x</p>'.repeat(2000);
  for (let at = 0; at < 3; at += 1) Page.fromHTML(html).free();
  const before = engine().memory();
  for (let at = 0; at < 30; at += 1) {
    const page = Page.fromHTML(html);
    page.ariaSnapshot();
    page.free();
    assert.equal(code(() => page.title()), 'invalid_arguments', 'it was freed');
    page.free();
  }
  assert.ok(engine().memory() <= before * 1.3, `${before} bytes, then ${engine().memory()}`);
});

test('texts of other kinds', () => {
  assert.equal(matchAriaText('- button "Pay 3"', '- button /Pay \\d/').matches, true);
  assert.ok(estimateTokens('a few words') >= 3);
  assert.equal(Page.fromHTML('<p>\ud800 a 😀').text(), '\ufffd a 😀');
  assert.throws(() => Page.fromHTML(3), TypeError);
  assert.throws(() => new Page(), TypeError);
});

test('assertions of node:test', () => {
  const page = Page.fromHTML(SHOP);
  assertAria.toMatchAriaSnapshot(page, '- heading /plants/i'.replace('/plants/i', '/Plants/'));
  assertAria.toBeClickable(page.getByRole('button').first());
  assert.throws(() => assertAria.toBeClickable(page.getByRole('button').last()), { name: 'AssertionError', message: /disabled/ });
  assert.throws(() => assertAria.toMatchAriaSnapshot(page, '- link "Cart"'), /- link "Cart"/);
  const file = join(mkdtempSync(join(tmpdir(), 'stillpage-')), 'shop.aria.yml');
  matchAriaFile('<p>3 pots', file);
  writeFileSync(file, readFileSync(file, 'utf8').replace('3 pots', '/\\d+ pots/'));
  matchAriaFile('<p>4 pots', file);
  assert.throws(() => matchAriaFile('<h1>4 pots', file), /--test-update-snapshots accepts it/);
});

test('what has to be waited for is waited for', async () => {
  await assertAria.toMatchAriaSnapshot(new Response('<h1>Cart</h1>'), '- heading "Cart"');
  await assertAria.toHaveNoAuditViolations(Promise.resolve('<html lang=en><title>x</title><main><h1>Cart</h1></main>'));
});
