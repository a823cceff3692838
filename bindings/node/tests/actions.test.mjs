// The steps of corpus/actions/steps.json: locators answer as the command line does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { StillpageError, open } from '../js/index-node.js';

const corpus = new URL('../../../corpus/', import.meta.url);

const act = (page, { action, target, value }) => {
  const locator = target && page.locator(target).first();
  switch (action) {
    case 'click':
    case 'hover':
    case 'submit':
      return locator[action]();
    case 'fill':
      return locator.fill(value);
    case 'type':
      return locator.pressSequentially(value);
    case 'select':
      return locator.selectOption(value);
    case 'set-checked':
      return locator.setChecked(value);
    case 'press':
      return page.press(value);
    case 'scroll':
      return page.scrollBy(...value);
    default:
      throw new Error(`no action ${action}`);
  }
};

/** The lines that are only in the first of two texts, sorted. */
const linesWithout = (text, other) => {
  const rest = other.split('\n');
  const only = text.split('\n').filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return only.sort();
};

for (const { page: name, steps } of JSON.parse(readFileSync(new URL('actions/steps.json', corpus), 'utf8'))) {
  test(`actions on ${name} answer as the command line`, async () => {
    const page = await open(new URL(`pages/${name}/page.html`, corpus));
    let before = page.ariaSnapshot({ mode: 'default' });
    for (const step of steps) {
      const where = JSON.stringify(step);
      let effects;
      try {
        effects = act(page, step);
      } catch (error) {
        assert.ok(error instanceof StillpageError, where);
        assert.equal(error.code, step.error, where);
        continue;
      }
      assert.equal(step.error, undefined, where);
      assert.deepEqual(effects.map(({ ref, index, ...told }) => told), step.effects, where);
      const after = page.ariaSnapshot({ mode: 'default' });
      assert.deepEqual(linesWithout(before, after), step.gone, where);
      assert.deepEqual(linesWithout(after, before), step.new, where);
      before = after;
    }
  });
}
