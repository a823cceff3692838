// What vitest and ivya promise of aria snapshots (test/aria.test.ts of ivya, the specs of vitest's toMatchAriaSnapshot), asked of
// this package. Where browsers answer otherwise than ivya in happy-dom, their answer counts; each such case says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, StillpageError } from '../js/index-node.js';

const lines = (text) => {
  const rows = text.split('\n').filter((row) => row.trim());
  const depth = Math.min(...rows.map((row) => row.search(/\S/)));
  return rows.map((row) => row.slice(depth)).join('\n');
};
const shown = (html) => Page.fromHTML(html).ariaSnapshot({ mode: 'default' }).trimEnd();
const compared = (html, template) => Page.fromHTML(html).matchAria(template);

/** Name, HTML, what a snapshot of it prints. */
const SNAPSHOTS = [
  ['a heading', '<h3>Care</h3>', '- heading "Care" [level=3]'],
  ['all levels of headings', '<h1>a</h1><h2>b</h2><h6>c</h6>', '- heading "a" [level=1]\n- heading "b" [level=2]\n- heading "c" [level=6]'],
  ['a link has its address', '<a href="/pots">Pots</a>', '- link "Pots":\n  - /url: /pots'],
  ['a link without address is text', '<a>Pots</a>', '- text: Pots'],
  ['a named link without content', '<a href="/pots" aria-label="Pots"></a>', '- link "Pots":\n  - /url: /pots'],
  ['a label beside other content', '<button aria-label="Close">x</button>', '- button "Close": x'],
  ['content that is the name is not repeated', '<button aria-label="Close">Close</button>', '- button "Close"'],
  ['a button without content', '<button aria-label="Close"></button>', '- button "Close"'],
  ['a role in an attribute', '<div role="alert">Frost!</div>', '- alert: Frost!'],
  ['the first role of several', '<div role="alert dialog">Frost!</div>', '- alert: Frost!'],
  ['aria-hidden', '<div aria-hidden="true">no</div><p>yes</p>', '- paragraph: "yes"'],
  ['aria-hidden inside', '<p><span>yes, </span><span aria-hidden="true">no</span></p>', '- paragraph: yes,'],
  ['the attribute hidden', '<div hidden>no</div><p>seen</p>', '- paragraph: seen'],
  ['visibility: hidden', '<div style="visibility: hidden">no</div><p>seen</p>', '- paragraph: seen'],
  ['display: none', '<div style="display: none">no</div><p>seen</p>', '- paragraph: seen'],
  ['style, script, noscript and template', '<style>p {}</style><script>1</script><noscript>no</noscript><template>no</template><p>seen</p>', '- paragraph: seen'],
  ['nothing', '<div aria-hidden="true">no</div>', ''],
  ['checkboxes', '<div role=checkbox aria-checked=true aria-label=a></div><div role=checkbox aria-checked=false aria-label=b></div><div role=checkbox aria-checked=mixed aria-label=c></div>', '- checkbox "a" [checked]\n- checkbox "b"\n- checkbox "c" [checked=mixed]'],
  ['a list', '<ul><li>Fern</li><li>Hosta</li></ul>', '- list:\n  - listitem: Fern\n  - listitem: Hosta'],
  ['a label and its field', '<label for=x>Name</label> <input id=x>', '- text: Name\n- textbox "Name"'],
  ['presentation and none give their content', '<ul><li role=presentation>Fern</li><li role=none>Hosta</li></ul>', '- list: Fern Hosta'],
  ['text across inline elements', '<span>One</span> <span>two</span> <span>three</span>', '- text: One two three'],
  ['text across blocks', '<div>One</div><div>two</div><div>three</div>', '- text: One two three'],
  ['text on several lines', '<p>One\n  two\n  three</p>', '- paragraph: One two three'],
  ['text beside an element', 'Hello <p>World</p>', '- text: Hello\n- paragraph: World'],
  ['a name from two elements', '<span id=a>Water</span><span id=b>now</span><button aria-labelledby="a b">x</button>', '- text: Waternow\n- button "Water now": x'],
  ['the text of an image', '<img alt="Fern">', '- img "Fern"'],
  ['an image that says nothing', '<main><img alt=""></main>', '- main'],
  ['controls', '<input type=radio><input type=submit><input type=reset><input type=range><input type=search><input type=checkbox><input>', '- radio\n- button "Submit"\n- button "Reset"\n- slider: "50"\n- searchbox\n- checkbox\n- textbox'],
  ['a choice', '<select><option>a</option></select>', '- combobox:\n  - option "a" [selected]'],
  ['a text area', '<textarea></textarea>', '- textbox'],
  ['what is in a text area', '<textarea>Two pots</textarea>', '- textbox: Two pots'],
  ['what is in a field', '<input value="two pots">', '- textbox: two pots'],
  ['a checked box has no text', '<input type=checkbox checked><input type=radio checked>', '- checkbox [checked]\n- radio [checked]'],
  ['a placeholder as the name', '<input placeholder="Name">', '- textbox "Name"'],
  ['a placeholder that is the name', '<input placeholder="Name" aria-label="Name">', '- textbox "Name"'],
  ['a placeholder beside a name', '<input placeholder="Fern" aria-label="Name">', '- textbox "Name":\n  - /placeholder: Fern'],
  ['a named section', '<section aria-label="Care">Water</section>', '- region "Care": Water'],
  ['a section without a name', '<section>Water</section>', '- text: Water'],
  // ivya in happy-dom takes the head of a column for a cell.
  ['a table', '<table><thead><tr><th>Plant</th></tr></thead><tbody><tr><td>Fern</td></tr></tbody><tfoot><tr><td>One</td></tr></tfoot></table>', '- table:\n  - rowgroup:\n    - row "Plant":\n      - columnheader "Plant"\n  - rowgroup:\n    - row "Fern":\n      - cell "Fern"\n  - rowgroup:\n    - row "One":\n      - cell "One"'],
  ['landmarks and others', '<article>a</article><aside>b</aside><dialog open>c</dialog><fieldset><legend>d</legend></fieldset><footer>e</footer><header>f</header><hr><main>g</main><nav>h</nav><ol><li>i</li></ol><progress></progress>', '- article: a\n- complementary: b\n- dialog: c\n- group "d"\n- contentinfo: e\n- banner: f\n- separator\n- main: g\n- navigation: h\n- list:\n  - listitem: i\n- progressbar'],
  ['states of buttons', '<button aria-disabled=true>a</button><button aria-expanded=true>b</button><button aria-expanded=false>c</button><button aria-pressed=true>d</button><button aria-pressed=mixed>e</button>', '- button "a" [disabled]\n- button "b" [expanded]\n- button "c"\n- button "d" [pressed]\n- button "e" [pressed=mixed]'],
  ['a state that the role does not have', '<p aria-disabled=true>a</p>', '- paragraph: a'],
  ['a selected row', '<table><tr aria-selected=true><td>a</td></tr></table>', '- table:\n  - rowgroup:\n    - row "a" [selected]:\n      - cell "a"'],
  ['text that YAML would take for something else', '<p>one: two</p><p>"quoted"</p><p>#no comment</p><p>@at</p><p>[brackets]</p><p>true</p><p>123</p>', '- paragraph: "one: two"\n- paragraph: "\\"quoted\\""\n- paragraph: "#no comment"\n- paragraph: "@at"\n- paragraph: "[brackets]"\n- paragraph: "true"\n- paragraph: "123"'],
];

test('snapshots are as ivya prints them, and match themselves', () => {
  for (const [name, html, expected] of SNAPSHOTS) {
    assert.equal(shown(html), expected, name);
    assert.ok(compared(html, expected).matches, name);
  }
});

test('a slotted text appears once', () => {
  const html = '<button><div><template shadowrootmode=open><slot></slot></template>Water</div></button>';
  assert.equal(shown(html), '- button "Water"');
});

const LIST = '<ul><li>a</li><li>b</li><li>c</li></ul>';
const LINK = '<a href="https://example.com/"><b>Click</b> here</a>';

/** HTML, template, whether it matches. */
const VERDICTS = [
  ['<h1>Hello</h1>', '- heading [level=1]', true],
  ['<h2>Hello</h2>', '- heading [level=1]', false],
  ['<button>Go</button>', '- link', false],
  ['<button aria-label=Send>Go</button>', '- button "Send"', true],
  ['<button aria-label=Send>Go</button>', '- button "Stop"', false],
  ['<button aria-label="Pot 42">Go</button>', '- button /Pot \\d+/', true],
  ['<button aria-label="Pot 42">Go</button>', '- button /Bye/', false],
  ['<p>You have 7 pots</p>', '- paragraph: /You have \\d+ pots/', true],
  ['<p>You have 7 pots</p>', '- paragraph: /\\d+ ferns/', false],
  ['<h1>Title</h1><p>Text</p><button>Go</button>', '- heading\n- button', true],
  ['<h1>title</h1><h1>title 2</h1>', '- heading "title"', true],
  [LIST, '- list', true],
  [LIST, '- list:\n  - listitem: a', true],
  [LIST, '- list:\n  - listitem: b', true],
  [LIST, '- list:\n  - listitem: a\n  - listitem: c', true],
  [LIST, '- list:\n  - listitem: c\n  - listitem: a', false],
  [LIST, '- list:\n  - /children: equal\n  - listitem: a\n  - listitem: b\n  - listitem: c', true],
  [LIST, '- list:\n  - /children: equal\n  - listitem: a\n  - listitem: c', false],
  [LIST, '- list:\n  - /children: deep-equal\n  - listitem: a\n  - listitem: c', false],
  [LIST, '- list:\n  - /children: contain\n  - listitem: c', true],
  ['<nav aria-label=Main><ul><li><button>Home</button></li></ul></nav>', '- navigation "Main":\n  - list:\n    - listitem:\n      - button: Home', false],
  ['<button disabled>a</button>', '- button [disabled]', true],
  ['<button>a</button>', '- button [disabled]', false],
  ['<button aria-expanded=true>a</button>', '- button [expanded]', true],
  ['<button aria-expanded=true>a</button>', '- button [expanded=false]', false],
  ['<button aria-expanded=false>a</button>', '- button [expanded=false]', true],
  ['<button aria-pressed=true>a</button>', '- button [pressed]', true],
  ['<button aria-pressed=mixed>a</button>', '- button [pressed=mixed]', true],
  ['<button aria-pressed=mixed>a</button>', '- button [pressed]', false],
  ['<div role=option aria-selected=true>a</div>', '- option [selected]', true],
  ['<div role=option>a</div>', '- option [selected]', false],
  ['<div role=checkbox aria-checked=mixed aria-label=a></div>', '- checkbox "a" [checked=mixed]', true],
  ['<div role=checkbox aria-checked=mixed aria-label=a></div>', '- checkbox "a" [checked]', false],
  [LINK, '- link:\n  - /url: /.*example.com/', true],
  [LINK, '- link:\n  - /url: /.*other.com/', false],
  [LINK, '- link:\n  - /url: https://example.com/', true],
  [LINK, '- link:\n  - /url: https://other.com/', false],
  [LINK, '- link:\n  - text: Wrong\n  - /url: /.*example.com/', false],
  ['<input placeholder="Fern" aria-label="Name">', '- textbox "Name":\n  - /placeholder: Fern', true],
  // Playwright compares /url alone; ivya compares placeholders too.
  ['<input placeholder="Fern" aria-label="Name">', '- textbox:\n  - /placeholder: Hosta', true],
];

test('templates match and differ as in ivya', () => {
  for (const [html, template, expected] of VERDICTS) assert.equal(compared(html, template).matches, expected, `${html}\n${template}`);
});

/** HTML, template, the template that an update writes. */
const UPDATES = [
  ['<button aria-label=1234>Water</button><p>Changed</p>', '- button /\\d+/: Water\n- paragraph: Original', '- button /\\d+/: Water\n- paragraph: Changed'],
  ['<p>Changed</p><button aria-label=1234>Water</button>', '- paragraph: Original\n- button /\\d+/: Water', '- paragraph: Changed\n- button /\\d+/: Water'],
  ['<h1>Changed</h1><button aria-label=1234>Water</button>', '- paragraph: Original\n- button /\\d+/: Water', '- heading "Changed" [level=1]\n- button /\\d+/: Water'],
  ['<div>more</div><button aria-label=1234>Water</button><p>Changed</p>', '- button /\\d+/: Water\n- paragraph: Original', '- text: more\n- button /\\d+/: Water\n- paragraph: Changed'],
  ['<button aria-label=pot-1>Edit</button><button aria-label=fern-2>Water</button>', '- button /fern-\\d+/: Water\n- button /pot-\\d+/: Edit', '- button /pot-\\d+/: Edit\n- button /fern-\\d+/: Water'],
  ['<button>Send</button>', '- button "Stop"', '- button "Send"'],
  // ivya leaves out of the first list what its template leaves out; an update here writes the page.
  ['<ul><li>a</li><li>b</li></ul><ul><li>c</li></ul>', '- list:\n  - listitem: a\n- list:\n  - listitem: wrong', '- list:\n  - listitem: a\n  - listitem: b\n- list:\n  - listitem: c'],
];

test('an update keeps the patterns that match', () => {
  for (const [html, template, expected] of UPDATES) {
    const found = compared(html, template);
    assert.equal(found.matches, false, template);
    assert.equal(found.updated.trimEnd(), expected);
    assert.ok(compared(html, found.updated).matches, found.updated);
  }
});

test('what is no template is an error', () => {
  for (const template of ['hello: world', 'hello', '1234', '- !@#', '- button [invalid_attr]', lines(`
    - button
    not a list item
    - link`)]) {
    assert.throws(() => compared('<p>a', template), (error) => error instanceof StillpageError && error.code === 'invalid_arguments', template);
  }
});

test('an empty template matches, and says that it is empty', () => {
  const { matches, isEmpty } = compared('<p>anything</p>', '');
  assert.deepEqual({ matches, isEmpty }, { matches: true, isEmpty: true });
});
