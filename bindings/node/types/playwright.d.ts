import type { Expect } from '@playwright/test';
import type { AriaMatchers } from './matchers.js';

/** Playwright's `expect` with the matchers of stillpage. */
export const expect: Expect<{
  [Name in keyof AriaMatchers]: (received: unknown, ...rest: Parameters<AriaMatchers[Name]>) => Promise<{ pass: boolean; message: () => string }>;
}>;
