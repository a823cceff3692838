// 256 cases: each of sixteen kinds for each of sixteen plants. `act` is what the user does before.
const { createElement: h } = require('react');
const app = require('./app.cjs');

const PLANTS = ['Fern', 'Hosta', 'Iris', 'Aster', 'Salvia', 'Sedum', 'Allium', 'Geum', 'Phlox', 'Yarrow', 'Lupin', 'Viola', 'Thyme', 'Sorrel', 'Mint', 'Rue'];

const KINDS = {
  'a button': (plant) => ({ element: h('button', null, `Buy ${plant}`), template: `- button "Buy ${plant}"` }),
  'a disabled button': (plant) => ({ element: h('button', { disabled: true }, plant), template: `- button "${plant}" [disabled]`, refused: true }),
  'a link': (plant) => ({ element: h('a', { href: `/${plant}` }, plant), template: `- link "${plant}":\n  - /url: /${plant}` }),
  'a heading': (plant) => ({ element: h('h3', null, plant), template: `- heading "${plant}" [level=3]` }),
  'a field': (plant, at) => ({ element: h(app.Field, { label: plant, defaultValue: `${at} pots` }), template: `- textbox "${plant}": /\\d+ pots/` }),
  'a field with an error': (plant) => ({ element: h(app.Field, { label: plant, error: 'Too many' }), template: `- textbox "${plant}" [invalid]\n- alert: Too many` }),
  'what the user typed': (plant, at) => ({ element: h(app.Field, { label: plant }), act: (user, view) => user.change(view.getByLabelText(plant), { target: { value: `${at}` } }), template: `- textbox "${plant}": "${at}"` }),
  'a checkbox': (plant, at) => ({ element: h(app.Check, { label: plant, defaultChecked: at % 2 === 0 }), template: `- checkbox "${plant}"${at % 2 === 0 ? ' [checked]' : ''}` }),
  'a checkbox that was clicked': (plant) => ({ element: h(app.Check, { label: plant }), act: (user, view) => user.click(view.getByRole('checkbox')), template: `- checkbox "${plant}" [checked]` }),
  'a choice': (plant, at) => ({ element: h(app.Choice, { label: plant, options: ['1', '2', '3'], value: String(1 + (at % 3)) }), template: `- combobox "${plant}":\n  - option "${1 + (at % 3)}" [selected]` }),
  'tabs': (plant) => ({ element: h(app.Tabs, { names: [plant, 'Care'] }), template: `- tablist:\n  - tab "${plant}" [selected]\n  - tab "Care"\n- tabpanel "${plant}": All about ${plant}` }),
  'the second tab': (plant) => ({ element: h(app.Tabs, { names: ['Care', plant] }), act: (user, view) => user.click(view.getByRole('tab', { name: plant })), template: `- tablist:\n  - tab "${plant}" [selected]\n- tabpanel: /All about [A-Z]/` }),
  'an open disclosure': (plant) => ({ element: h(app.Disclosure, { summary: plant }, h('p', null, 'Water it.')), act: (user, view) => user.click(view.getByRole('button')), template: `- button "${plant}" [expanded]\n- paragraph: Water it.` }),
  'a dialog': (plant) => ({ element: h('div', null, h('button', null, 'Pay'), h(app.Notice, { title: plant }, h('button', null, 'Close'))), template: `- dialog "${plant}":\n  - heading "${plant}" [level=2]\n  - button "Close"`, refused: true }),
  'a table': (plant, at) => ({ element: h(app.Rows, { caption: 'Prices', rows: [[plant, `${at} €`]] }), template: `- table "Prices":\n  - rowgroup:\n    - row "Plant Price"\n  - rowgroup:\n    - row /${plant} \\d+ €/` }),
  'a counter': (plant) => ({ element: h(app.Counter, { label: plant }), act: (user, view) => user.click(view.getByText('More')), template: `- status "${plant}": "1"\n- button "More"` }),
};

module.exports = Object.entries(KINDS).flatMap(([kind, of]) => PLANTS.map((plant, at) => ({ name: `${kind} of ${plant}`, ...of(plant, at) })));
