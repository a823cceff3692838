// The components of the app: what a shop for plants is made of.
const { createElement: h, useId, useState } = require('react');

function Field({ label, error, ...rest }) {
  const id = useId();
  return h('p', null, h('label', { htmlFor: id }, label), h('input', { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}e` : undefined, ...rest }), error && h('span', { id: `${id}e`, role: 'alert' }, error));
}

function Check({ label, ...rest }) {
  return h('label', null, h('input', { type: 'checkbox', ...rest }), ' ', label);
}

function Choice({ label, options, value }) {
  return h('label', null, label, ' ', h('select', { defaultValue: value }, options.map((option) => h('option', { key: option }, option))));
}

function Tabs({ names }) {
  const [chosen, choose] = useState(0);
  return h('div', null,
    h('div', { role: 'tablist' }, names.map((name, at) => h('button', { key: name, role: 'tab', 'aria-selected': at === chosen, onClick: () => choose(at) }, name))),
    h('div', { role: 'tabpanel', 'aria-label': names[chosen] }, `All about ${names[chosen]}`));
}

function Disclosure({ summary, children }) {
  const [open, set] = useState(false);
  return h('section', null, h('button', { 'aria-expanded': open, onClick: () => set(!open) }, summary), open && h('div', null, children));
}

function Notice({ title, children }) {
  return h('div', { role: 'dialog', 'aria-label': title, 'aria-modal': true, style: { position: 'fixed', inset: 0, background: 'white' } }, h('h2', null, title), children);
}

function Rows({ caption, rows }) {
  return h('table', null, h('caption', null, caption), h('thead', null, h('tr', null, h('th', null, 'Plant'), h('th', null, 'Price'))), h('tbody', null, rows.map(([name, price]) => h('tr', { key: name }, h('td', null, name), h('td', null, price)))));
}

function Counter({ label }) {
  const [count, set] = useState(0);
  return h('div', null, h('output', { 'aria-label': label }, String(count)), h('button', { onClick: () => set(count + 1) }, 'More'));
}

module.exports = { Check, Choice, Counter, Disclosure, Field, Notice, Rows, Tabs };
