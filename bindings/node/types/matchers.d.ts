import type { PictureOptions } from './index.js';

/**
 * The matchers. Each takes HTML, an element, a document, the result of testing-library's `render()`, a page or a locator of
 * stillpage; or, with `await`, a Response or a promise.
 */
export interface AriaMatchers<R = unknown> {
  /** The page matches an aria snapshot template; without one the template that is stored beside the test. */
  toMatchAriaSnapshot(template?: string): R;
  /** The element is visible: it has a box that is not empty, and is not `visibility: hidden`. */
  toBeVisible(): R;
  /** Some of the element is inside the window, and not clipped. */
  toBeInViewport(): R;
  /** A click on the element would land; the failure names what covers it. */
  toBeClickable(options?: { policy?: 'lineage' | 'playwright' }): R;
  toHaveAccessibleName(name?: string | RegExp): R;
  toHaveRole(role: string): R;
  /** No accessibility rule fails. */
  toHaveNoAuditViolations(options?: { rules?: string[]; skip?: string[] }): R;
}

/** Those of runners that write snapshots into the source. */
export interface SnapshotMatchers<R = unknown> extends AriaMatchers<R> {
  /**
   * The page looks as in the picture of this name, `__screenshots__/TEST_FILE/NAME.png` beside the test, which the runner writes and
   * updates (`-u`). Where it does not, `NAME.new.png` and `NAME.diff.png` are written. Needs the package stillpage-screenshot.
   */
  toMatchScreenshot(name: string, options?: PictureOptions & Tolerance): R;
  /** The page matches the template in the source, which the runner writes and updates (`-u`). */
  toMatchAriaInlineSnapshot(template?: string): R;
}

/** The differences between pictures that are tolerated; by default none. */
export interface Tolerance {
  /** The difference in a channel, of 255, up to which a pixel counts as the same. */
  channel?: number;
  /** The share of pixels, 0 to 1, that may be others. */
  share?: number;
}
