import { AssertionError } from 'node:assert';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, looksAs, matchers, settled, snapshotOf } from './core.js';

const isUpdate = () => process.execArgv.includes('--test-update-snapshots') || process.env.STILLPAGE_UPDATE === '1';

/** The matchers as assertions: `assertAria.toBeClickable(button)`. Each throws an AssertionError. */
export const assertAria = Object.fromEntries(
  Object.entries(matchers).map(([name, matcher]) => {
    const assertion = (received, ...rest) => {
      const told = (answer) => {
        if (!answer.pass) throw new AssertionError({ message: answer.message(), operator: name, stackStartFn: assertion });
      };
      const answer = matcher.call({}, received, ...rest);
      return typeof answer?.then === 'function' ? answer.then(told) : told(answer);
    };
    return [name, assertion];
  }),
);

/**
 * Compares with the template in a file, such as `new URL('cart.aria.yml', import.meta.url)`. The file is written if it is
 * missing, and with `--test-update-snapshots` if the page does not match; its patterns are kept where they match.
 */
export function matchAriaFile(received, file) {
  const waited = settled(received);
  const compared = (value) => {
    const path = file instanceof URL ? fileURLToPath(file) : file;
    const found = existsSync(path) ? compare(value, readFileSync(path, 'utf8')) : null;
    if (found?.matches) return;
    if (found && !isUpdate()) {
      const message = `The page does not match ${path}\n\n${found.diff}\n--test-update-snapshots accepts it`;
      throw new AssertionError({ message, operator: 'matchAriaFile', stackStartFn: matchAriaFile });
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, found ? found.updated : snapshotOf(value));
  };
  return waited ? waited.then(compared) : compared(received);
}

/**
 * Compares with the picture in a file, such as `new URL('cart.png', import.meta.url)`. The file is written if it is missing, and
 * with `--test-update-snapshots` if the page looks otherwise.
 */
export function matchScreenshotFile(received, file, options) {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const policy = { update: (isThere) => !isThere || isUpdate(), accept: 'run node with --test-update-snapshots' };
  const told = ({ pass, message }) => {
    if (!pass) throw new AssertionError({ message: message(), operator: 'matchScreenshotFile', stackStartFn: matchScreenshotFile });
  };
  const answer = looksAs(received, path, options, policy);
  return typeof answer.then === 'function' ? answer.then(told) : told(answer);
}
