// Records the code that Playwright's generators write for locators, actions and assertions, in each language of `--codegen`.
//
//   npm install playwright-core@1.65.1
//   NODE_PATH=node_modules node scripts/record_codegen.mjs
//
// The generators are not exported: their bundle is loaded with a line more. snapshots/codegen.json has for each selector the
// locator in each language, and for each action its lines. Nobody edits it by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LANGUAGES = { typescript: 'javascript', python: 'python', java: 'java', csharp: 'csharp' };

const SELECTORS = [
  'internal:role=button', 'internal:role=button[name="Pay now"i]', 'internal:role=button[name="Pay \\"now\\""s]',
  'internal:role=heading[name="Order\'s end"s][level=2]', 'internal:role=checkbox[checked=true]',
  'internal:role=checkbox[checked=false][include-hidden=true]', 'internal:role=menuitemcheckbox[disabled=true]',
  'internal:role=row[selected=true]', 'internal:role=button[expanded=false]', 'internal:role=button[pressed=true]',
  'internal:role=button[name=/^pay \\d+/i]', 'internal:role=link[description="Opens elsewhere"i]',
  'internal:role=link[name="Help"s][description="Opens elsewhere"s]', 'internal:role=link[name=/a\\/b\\"c\\"/]',
  'internal:text="Sold out"i', 'internal:text="Sold out"s', 'internal:text=/sold\\s+out/ims', 'internal:text="two\\nlines\\t\u00e9"i',
  'internal:label="Name"i', 'internal:label="Name"s', 'internal:label=/na+me/i',
  'internal:attr=[placeholder="Search"i]', 'internal:attr=[placeholder="Search"s]', 'internal:attr=[alt="A logo"i]',
  'internal:attr=[title="Close \\\\ \'x\'"i]', 'internal:attr=[title=/clo.e/]',
  'internal:testid=[data-testid="cart"s]', 'internal:testid=[data-testid=/cart-\\d+/]',
  '#list > li', 'a[href="/x"]', 'text=Pay', 'li >> nth=0', 'li >> nth=-1', 'li >> nth=3', 'button >> visible=true', 'button >> visible=false',
  'internal:role=listitem >> internal:has-text="Teapot"i >> internal:role=button',
  'internal:role=listitem >> internal:has-not-text="Teapot"i >> internal:text="Add"s', 'li >> internal:has-text=/tea.*/i',
  'li >> internal:has-not-text=/tea "x"/', 'li >> internal:has="internal:role=button[name=\\"Add\\"i]"',
  '#list >> internal:has-not="internal:text=\\"x\\"s"', 'internal:role=button >> internal:and=".paid >> nth=0"',
  'internal:role=button >> internal:or="internal:role=link[name=\\"Go\\"s]"',
  'iframe >> internal:control=enter-frame >> internal:role=button[name="Pay"s]',
  'iframe[name="a"] >> internal:control=enter-frame >> internal:text="x"s >> internal:label="y"s',
  'internal:role=button >> internal:describe="pay"', 'internal:role=navigation >> internal:attr=[title="Up"s]',
];

const BUTTON = 'internal:role=button[name="Go"i]';
const ACTIONS = [
  { name: 'navigate', url: 'http://shop.example/?q="a"' },
  { name: 'click', selector: BUTTON, button: 'left', modifiers: 0, clickCount: 1 },
  { name: 'click', selector: BUTTON, button: 'left', modifiers: 0, clickCount: 2 },
  { name: 'click', selector: BUTTON, button: 'right', modifiers: 0, clickCount: 1 },
  { name: 'click', selector: BUTTON, button: 'left', modifiers: 9, clickCount: 1 },
  { name: 'click', selector: 'li >> nth=0', button: 'middle', modifiers: 10, clickCount: 2 },
  { name: 'hover', selector: 'internal:text="More"i' },
  { name: 'check', selector: 'internal:label="Agree"s' },
  { name: 'uncheck', selector: 'internal:label="Agree"s' },
  { name: 'fill', selector: 'internal:label="Name"i', text: 'Ann "A" O\'Neil\n\\' },
  { name: 'press', selector: 'internal:label="Name"i', key: 'Enter', modifiers: 0 },
  { name: 'select', selector: 'select', options: ['red'] },
  { name: 'select', selector: 'select', options: ['red', '"blue"'] },
  { name: 'select', selector: 'select', options: [] },
  { name: 'assertVisible', selector: BUTTON },
  { name: 'assertChecked', selector: 'internal:label="Agree"s', checked: true },
  { name: 'assertChecked', selector: 'internal:label="Agree"s', checked: false },
  { name: 'assertValue', selector: 'internal:label="Name"i', value: 'Ann "A"' },
  { name: 'assertValue', selector: 'internal:label="Name"i', value: '' },
  { name: 'assertSnapshot', selector: 'body', ariaSnapshot: '- list:\n  - listitem: "a `b` ${c} \\\\"\n  - listitem: "d"' },
];

const path = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'lib/coreBundle.js');
const bundle = new Module(path);
bundle.filename = path;
bundle.paths = Module._nodeModulePaths(dirname(path));
bundle._compile(`${readFileSync(path, 'utf8')}
;init_locatorGenerators(); init_codegen(); globalThis.playwrightCodegen = { asLocator, renderCode, actionInContext };`, path);
const { asLocator, renderCode, actionInContext } = globalThis.playwrightCodegen;

const each = print => Object.fromEntries(Object.entries(LANGUAGES).map(([name, language]) => [name, print(name, language)]));
const recorded = {
  locators: SELECTORS.map(selector => ({ selector, ...each((_, language) => asLocator(language, selector)) })),
  actions: ACTIONS.map(action => ({ action, ...each(name => renderCode([actionInContext(action)], name).join('\n')) })),
};
const snapshots = join(dirname(fileURLToPath(import.meta.url)), '..', 'snapshots');
writeFileSync(join(snapshots, 'codegen.json'), `${JSON.stringify(recorded, null, 1)}\n`);
console.log(`${SELECTORS.length} locators, ${ACTIONS.length} actions`);
