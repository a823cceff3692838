import { expect as base } from '@playwright/test';
import { Locator, Page } from '../index-node.js';
import { matchers } from './core.js';

const isPlaywright = (value) => typeof value?.evaluate === 'function' && !(value instanceof Page) && !(value instanceof Locator);

/** Playwright's `expect` with the matchers of stillpage; what Playwright has of the same name keeps its own pages and locators. */
export const expect = base.extend(
  Object.fromEntries(
    Object.entries(matchers).map(([name, matcher]) => [
      name,
      async function (received, ...rest) {
        if (!isPlaywright(received) || typeof base(received)[name] !== 'function') return matcher.call(this, received, ...rest);
        const own = this.isNot ? base(received).not : base(received);
        try {
          await own[name](...rest);
          return { pass: !this.isNot, message: () => '' };
        } catch (error) {
          return { pass: Boolean(this.isNot), message: () => error.message };
        }
      },
    ]),
  ),
);
