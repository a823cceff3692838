import { replace, start } from '#load';
import { StillpageError } from './error.js';

/**
 * The instance that new pages are made in. One that has panicked is never called again, since nobody knows what state the
 * panic left it in; the next page gets a new one.
 */
let current;
const broken = new WeakMap();

export function engine() {
  if (!current || broken.has(current)) current = start();
  return current;
}

/** Not for users: makes pages that are loaded from now on pages of the engine in the folder of another package. */
export function setEngine(folder, glue) {
  replace(folder, glue);
  current = undefined;
}

/** Calls into an instance. Errors of the library and panics come out as StillpageError. */
export function call(instance, work) {
  if (broken.has(instance)) {
    throw new StillpageError({
      code: 'internal',
      message: `this page is lost: an earlier question ended with an internal error: ${broken.get(instance)}`,
      hint: 'load it again',
    });
  }
  try {
    return work(instance);
  } catch (thrown) {
    if (typeof thrown === 'string') throw new StillpageError(JSON.parse(thrown).error);
    if (thrown instanceof StillpageError) throw thrown;
    // A trap or an exhausted stack: RuntimeError and RangeError of whatever realm the engine runs in.
    if (thrown?.name === 'RuntimeError' || thrown?.name === 'RangeError') {
      let said = '';
      try {
        said = instance.lastPanic();
      } catch {
        // Not even that works any more.
      }
      const message = said || String(thrown.message);
      broken.set(instance, message);
      if (thrown.name === 'RangeError' && !said) {
        throw new StillpageError(
          {
            code: 'internal',
            message: 'the page is nested too deeply for the stack of this JavaScript engine',
            hint: 'give it a larger one: node --stack-size=3900 on a main thread, resourceLimits.stackSizeMb on a worker',
          },
          { cause: thrown },
        );
      }
      throw new StillpageError(
        {
          code: 'internal',
          message: `internal error: ${message}`,
          hint: 'this is a defect of stillpage; please report it with the page',
        },
        { cause: thrown },
      );
    }
    throw thrown;
  }
}

/** A question about no page. */
export function ask(name, given = {}) {
  return JSON.parse(call(engine(), (instance) => instance.ask(name, JSON.stringify(given))));
}
