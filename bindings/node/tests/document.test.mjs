// Documents of jsdom and happy-dom, handed over node by node: run where both are installed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';
import { JSDOM } from 'jsdom';
import { Page } from 'stillpage';

const makers = {
  jsdom: (html) => new JSDOM(html, { url: 'https://shop.example/' }).window.document,
  'happy-dom': (html) => {
    const window = new Window({ url: 'https://shop.example/' });
    window.document.write(html);
    return window.document;
  },
};

for (const [name, make] of Object.entries(makers)) {
  test(`${name}: markup means the same`, () => {
    const html = '<!doctype html><html lang=en><head><title>T</title><style>.a { color: red }</style></head><body><main><h1>A <em>b</em></h1><ul><li>1<li>2</ul><svg width=10 height=10><title>x</title></svg><select><option>a<option selected>b</select></main></body></html>';
    assert.equal(Page.fromDocument(make(html)).ariaSnapshot(), Page.fromHTML(html).ariaSnapshot());
    assert.equal(Page.fromDocument(make(html)).url(), 'https://shop.example/');
  });

  test(`${name}: state of controls`, () => {
    const document = make('<!doctype html><input id=a><input id=b type=checkbox><textarea id=c>old</textarea><select id=d><option>1<option>2</select><input id=e type=checkbox>');
    const at = (id) => document.getElementById(id);
    at('a').value = 'typed';
    at('b').checked = true;
    at('c').value = 'new';
    at('d').value = '2';
    at('e').indeterminate = true;
    at('a').focus();
    const page = Page.fromDocument(document);
    assert.equal(page.locator('#a').inputValue(), 'typed');
    assert.equal(page.locator('#a').element().state.focused, true);
    assert.equal(page.locator('#b').isChecked(), true);
    assert.equal(page.locator('#c').inputValue(), 'new');
    assert.equal(page.locator('#d').inputValue(), '2');
    assert.equal(page.locator('#e').element().state.indeterminate, true);
  });

  test(`${name}: shadow roots, and trees that markup cannot say`, () => {
    const document = make('<!doctype html><div id=host><b>light</b></div>');
    const root = document.getElementById('host').attachShadow({ mode: 'open' });
    root.innerHTML = '<style>i { display: none }</style><i>hidden</i><button>Shadow</button><slot></slot>';
    const outer = document.createElement('p');
    outer.append(document.createElement('p'));
    outer.firstChild.append('inner');
    document.body.append(outer);
    const page = Page.fromDocument(document);
    assert.equal(page.getByRole('button', { name: 'Shadow' }).isVisible(), true);
    assert.equal(page.getByText('hidden').isVisible(), false);
    assert.equal(page.find('p > p').length, 1);
  });

  test(`${name}: elements, attached and not`, () => {
    const document = make('<!doctype html><style>button { width: 123px }</style><h1>Not it</h1><div><button>It</button></div>');
    const page = Page.fromDocument(document.querySelector('div'));
    assert.equal(page.ariaSnapshot({ mode: 'default' }), '- button "It"');
    const loose = document.createElement('section');
    loose.innerHTML = '<button>Loose</button>';
    const detached = Page.fromDocument(loose);
    assert.equal(detached.ariaSnapshot({ mode: 'default' }), '- button "Loose"');
    assert.equal(detached.getByRole('button').boundingBox().width, 123);
  });
}
