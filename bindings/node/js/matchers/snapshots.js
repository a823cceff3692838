import { basename, dirname, join } from 'node:path';
import { AriaTemplate, compare, looksAs, matchers, settled, snapshotOf } from './core.js';

/**
 * The matchers of a runner with snapshots of its own (vitest, jest): what is stored is a template, and a page that matches it
 * leaves it as it is, patterns included. `toMatchSnapshot` and `toMatchInlineSnapshot` are the runner's.
 */
export function withSnapshots({ toMatchSnapshot, toMatchInlineSnapshot }) {
  const own = {
    ...matchers,

    toMatchAriaSnapshot(received, template) {
      if (typeof template === 'string') return matchers.toMatchAriaSnapshot.call(this, received, template);
      refuseNot(this);
      const later = settled(received);
      if (later) return later.then((value) => own.toMatchAriaSnapshot.call(this, value));
      const stored = storedTemplate(this.snapshotState, this.currentTestName);
      return named(toMatchSnapshot.call(this, new AriaTemplate(accepted(received, stored))), received, stored);
    },

    toMatchAriaInlineSnapshot(received, template) {
      refuseNot(this);
      const later = settled(received);
      if (later) return later.then((value) => own.toMatchAriaInlineSnapshot.call(this, value, template));
      const stored = template === undefined ? undefined : dedented(template);
      const text = new AriaTemplate(accepted(received, stored));
      // Runners look for the line of the test in the first ten frames of the stack: there is no room for a frame of ours.
      const answer =
        template === undefined ? toMatchInlineSnapshot.call(this, text) : toMatchInlineSnapshot.call(this, text, template);
      return named(answer, received, stored);
    },

    toMatchScreenshot(received, name, options) {
      refuseNot(this);
      if (typeof name !== 'string' || !name) throw new TypeError('toMatchScreenshot() takes the name of the picture, such as "cart"');
      const { testPath, snapshotState } = this;
      const file = `${name.replace(/[^\p{L}\p{N} ._-]+/gu, '__')}.png`;
      // As the runners have it: -u writes all of them, and without CI those that are missing.
      const mode = snapshotState?._updateSnapshot;
      const update = (isThere) => mode === 'all' || (mode === 'new' && !isThere);
      const path = join(dirname(testPath), '__screenshots__', basename(testPath), file);
      return looksAs(received, path, options, { update, accept: 'run the tests with -u' });
    },
  };
  return own;
}

function refuseNot(matcher) {
  if (matcher.isNot) throw new Error('a stored snapshot cannot be negated: pass a template to toMatchAriaSnapshot()');
}

/** What a runner is to compare with what it has stored: the stored text itself if the page matches it. */
function accepted(received, stored) {
  if (stored === undefined || stored === '') return trimmed(snapshotOf(received));
  const { matches, updated } = compare(received, stored);
  return matches ? stored : trimmed(updated);
}

/** The answer of a runner, with stillpage's difference in front of its own. */
function named(answer, received, stored) {
  if (!answer || answer.pass || !stored) return answer;
  return {
    ...answer,
    message: () => `The page does not match the aria snapshot template\n\n${compare(received, stored).diff}\n${answer.message()}`,
  };
}

const trimmed = (text) => text.replace(/\n+$/, '');

/** The next snapshot of a test, as its file has it. Vitest and jest keep them alike. */
function storedTemplate(state, testName) {
  const counters = state?._counters;
  const count = (counters?.get?.(testName) ?? 0) + 1;
  const data = state?._snapshotData?.[`${testName} ${count}`];
  return data === undefined ? undefined : dedented(data);
}

/** A text without blank lines at its ends and without the indentation that its lines share. */
function dedented(text) {
  const lines = text.split('\n');
  while (lines.length && lines[0].trim() === '') lines.shift();
  while (lines.length && lines.at(-1).trim() === '') lines.pop();
  const depth = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(depth)).join('\n');
}
