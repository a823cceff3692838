import type { PictureOptions } from './index.js';
import type { AriaMatchers, Tolerance } from './matchers.js';

type Assertions = { [Name in keyof AriaMatchers]: (received: unknown, ...rest: Parameters<AriaMatchers[Name]>) => void | Promise<void> };

/** The matchers as assertions; each throws an AssertionError. */
export const assertAria: Assertions;

/** Compares with the template in a file, which is written if it is missing, and with `--test-update-snapshots`. */
export function matchAriaFile(received: unknown, file: string | URL): void | Promise<void>;

/**
 * Compares with the picture in a file, which is written if it is missing, and with `--test-update-snapshots`. Needs the package
 * stillpage-screenshot.
 */
export function matchScreenshotFile(received: unknown, file: string | URL, options?: PictureOptions & Tolerance): void | Promise<void>;
