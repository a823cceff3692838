// Records what Playwright's locators find on the pages of the corpus, and what its assertions see of single elements.
//
//   npm install playwright-core@1.65.1
//   NODE_PATH=node_modules node scripts/record_locators.mjs [PAGE...]
//
// The questions are made from what is on each page, the same on every run. A line of snapshots/locators/PAGE.jsonl is a
// chain of steps with the elements that it finds, by their place in the order in which `deepElements` walks the page; for
// some that find one element also its state. Nobody edits a recording by hand.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { corpus, launch, pagesBelow, snapshots, withPage } from './open.mjs';

/** The elements of the document, then those of its open shadow trees: the order that answers count in. */
function deepElements() {
  const found = [], roots = [document];
  while (roots.length) {
    const elements = [...roots.pop().querySelectorAll('*')];
    found.push(...elements);
    roots.push(...elements.map(element => element.shadowRoot).filter(Boolean).reverse());
  }
  return found;
}

/** What the page says in the places where locators look. */
function sayings() {
  const clean = text => (text ?? '').replace(/\s+/g, ' ').trim();
  const all = [...document.querySelectorAll('body *')];
  const unique = texts => [...new Set(texts.map(clean).filter(text => text.length > 1 && text.length < 60))];
  const attribute = name => unique(all.map(element => element.getAttribute(name)));
  const leaves = all.filter(element => !element.firstElementChild && !['SCRIPT', 'STYLE'].includes(element.tagName));
  return {
    text: unique(leaves.map(element => element.textContent)),
    label: unique([...all.filter(e => e.tagName === 'LABEL').map(e => e.textContent), ...attribute('aria-label')]),
    placeholder: attribute('placeholder'),
    alt: attribute('alt'),
    title: attribute('title'),
    testid: attribute('data-testid'),
  };
}

/** At most `count` of a list, spread over it. */
const some = (list, count) => list.filter((_, i) => Math.floor((i * count) / list.length) !== Math.floor(((i - 1) * count) / list.length))
  .slice(0, count);
const escaped = text => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The ways to ask for a text: a part of it in another case, all of it, in another case, by regular expressions. */
function patterns(text) {
  const words = text.split(' ');
  const part = words.slice(0, Math.max(1, Math.ceil(words.length / 2))).join(' ');
  return [
    { text: part.toUpperCase() },
    { text, exact: true },
    { text: part.toLowerCase(), exact: true },
    { regex: `^${escaped(part)}` },
    { regex: escaped(words.at(-1).toLowerCase()), flags: 'i' },
  ];
}

const BY = ['label', 'placeholder', 'alt', 'title', 'testid'];

function questions(said, yaml) {
  const asked = [];
  const nodes = [...yaml.matchAll(/^ *- (?:')?([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/gm)]
    .map(([, role, name]) => ({ role, name: name && JSON.parse(name) })).filter(node => node.role !== 'text');
  const roles = [...new Set(nodes.map(node => node.role))];
  for (const role of some(roles, 8)) asked.push([{ by: 'role', role }]);
  some(nodes.filter(node => node.name && node.name.length < 60), 12).forEach(({ role, name }, i) => {
    asked.push([{ by: 'role', role, name: patterns(name)[i % 5] }]);
    asked.push([{ by: 'role', role, name: patterns(name)[(i + 2) % 5] }]);
  });
  for (const level of [1, 2, 3]) asked.push([{ by: 'role', role: 'heading', level }]);
  for (const [role, state] of [['checkbox', 'checked'], ['radio', 'checked'], ['button', 'disabled'], ['button', 'expanded'],
    ['tab', 'selected'], ['button', 'pressed'], ['textbox', 'disabled'], ['option', 'selected']]) {
    if (roles.includes(role)) for (const value of [true, false]) asked.push([{ by: 'role', role, [state]: value }]);
  }
  if (roles.includes('button')) asked.push([{ by: 'role', role: 'button', includeHidden: true }]);
  some(said.text, 6).forEach((text, i) => {
    asked.push([{ by: 'text', text: patterns(text)[i % 5] }], [{ by: 'text', text: patterns(text)[(i + 1) % 5] }]);
  });
  for (const by of BY) {
    some(said[by], 3).forEach((text, i) => {
      asked.push([{ by, text: patterns(text)[i % 5] }], [{ by, text: patterns(text)[(i + 3) % 5] }]);
    });
  }
  const parts = ['listitem', 'row', 'group', 'article', 'navigation', 'dialog', 'list', 'region'].filter(role => roles.includes(role));
  for (const [i, role] of some(parts, 3).entries()) {
    const part = { by: 'role', role }, text = said.text[(i * 7) % Math.max(1, said.text.length)];
    if (text) {
      asked.push([part, { by: 'filter', hasText: patterns(text)[0] }], [part, { by: 'filter', hasNotText: { text } }]);
      asked.push([part, { by: 'text', text: { text } }]);
    }
    asked.push([part, { by: 'filter', has: [{ by: 'role', role: 'button' }] }]);
    asked.push([part, { by: 'filter', hasNot: [{ by: 'role', role: 'link' }] }, { by: 'nth', nth: 1 }]);
    asked.push([part, { by: 'role', role: 'button' }], [part, { by: 'css', css: 'a, button' }, { by: 'nth', nth: -1 }]);
  }
  const control = [{ by: 'css', css: 'button, input, select, textarea' }];
  asked.push([...control, { by: 'filter', visible: true }], [...control, { by: 'filter', visible: false }]);
  asked.push([...control, { by: 'and', locator: [{ by: 'role', role: 'button' }] }]);
  asked.push([{ by: 'role', role: 'link' }, { by: 'or', locator: [{ by: 'role', role: 'button' }] }]);
  asked.push([{ by: 'role', role: 'heading' }, { by: 'nth', nth: 0 }], [{ by: 'css', css: 'main >> text=e' }]);
  // Snapshots have a role that pages cannot ask for.
  return asked.filter(ask => !JSON.stringify(ask).includes('"role":"iframe"'));
}

const text = pattern => (pattern.regex === undefined ? pattern.text : new RegExp(pattern.regex, pattern.flags ?? ''));
const options = pattern => ({ exact: pattern?.exact });

/** The locator of a chain of steps. */
function locator(page, steps) {
  return steps.reduce((at, step) => {
    switch (step.by) {
      case 'role': {
        const { by, role, name, ...states } = step;
        return at.getByRole(role, { ...states, ...(name && { name: text(name), exact: name.exact }) });
      }
      case 'text': return at.getByText(text(step.text), options(step.text));
      case 'label': return at.getByLabel(text(step.text), options(step.text));
      case 'placeholder': return at.getByPlaceholder(text(step.text), options(step.text));
      case 'alt': return at.getByAltText(text(step.text), options(step.text));
      case 'title': return at.getByTitle(text(step.text), options(step.text));
      case 'testid': return at.getByTestId(text(step.text));
      case 'css': return at.locator(step.css);
      case 'nth': return at.nth(step.nth);
      case 'and': return at.and(locator(page, step.locator));
      case 'or': return at.or(locator(page, step.locator));
      case 'filter': return at.filter({
        hasText: step.hasText && text(step.hasText), hasNotText: step.hasNotText && text(step.hasNotText),
        has: step.has && locator(page, step.has), hasNot: step.hasNot && locator(page, step.hasNot), visible: step.visible,
      });
    }
  }, page);
}

/** What Playwright's assertions see of an element; `null` where they refuse to look. */
async function state(found) {
  const holds = async (expression, more = {}) => {
    const answer = await found._expect(expression, { isNot: false, timeout: 1000, noAutoWaiting: true, ...more });
    return answer.errorMessage ? null : answer.matches;
  };
  const value = await found.inputValue({ timeout: 1000 }).catch(() => null);
  return {
    visible: await found.isVisible(),
    enabled: await found.isEnabled({ timeout: 1000 }).catch(() => null),
    checked: await found.isChecked({ timeout: 1000 }).catch(() => null),
    inViewport: await holds('to.be.in.viewport', { expectedNumber: 0, timeout: 100 }),
    value,
  };
}

const browser = await launch();
const folder = join(snapshots, 'locators');
mkdirSync(folder, { recursive: true });
let count = 0;
const names = process.argv.slice(2);
for (const file of pagesBelow(join(corpus, 'pages')).filter(file => /page\.html$/.test(file))) {
  if (names.length && !names.includes(basename(dirname(file)))) continue;
  const lines = await withPage(browser, file, async page => {
    const asked = questions(await page.evaluate(sayings), await page.locator('body').ariaSnapshot());
    const lines = [];
    let states = 0;
    for (const ask of asked) {
      const answer = locator(page, ask);
      const handles = await answer.elementHandles();
      if (handles.length > 40) continue;
      const found = await page.evaluate(([source, elements]) => {
        const order = new Map(new Function(`return (${source})()`)().map((element, i) => [element, i]));
        return elements.map(element => order.get(element) ?? null);
      }, [deepElements.toString(), handles]);
      const line = { ask, found };
      if (found.length === 1 && states++ % 3 === 0) line.state = await state(answer);
      lines.push(JSON.stringify(line));
    }
    return lines;
  });
  count += lines.length;
  writeFileSync(join(folder, `${basename(dirname(file))}.jsonl`), `${lines.join('\n')}\n`);
}
await browser.close();
console.log(`${count} questions`);
