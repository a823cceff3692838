import type { AriaMatchers } from './matchers.js';

type Assertions = { [Name in keyof AriaMatchers]: (received: unknown, ...rest: Parameters<AriaMatchers[Name]>) => void | Promise<void> };

/** The matchers as assertions; each throws an AssertionError. */
export const assertAria: Assertions;

/** Compares with the template in a file, which is written if it is missing, and with `--test-update-snapshots`. */
export function matchAriaFile(received: unknown, file: string | URL): void | Promise<void>;
