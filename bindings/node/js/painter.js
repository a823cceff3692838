// The package stillpage-screenshot, where the command line needs it or can use it.
import { invalid } from './error.js';

const PACKAGE = 'stillpage-screenshot';
let isLoaded = false;

export const painter = {
  isLoaded: () => isLoaded,

  /** True for a command line that asks for a picture, or may serve one. */
  isNeeded: (words) => ['screenshot', 'mcp'].includes(words[0]) || (words[0] === 'help' && words[1] === 'screenshot') || words.some((word) => /^--screenshot(=|$)/.test(word)),

  /** Loads it. A server does without if it is not there. */
  async load(words) {
    try {
      await import(PACKAGE);
      isLoaded = true;
    } catch (error) {
      if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
      if (words[0] !== 'mcp') throw invalid(`pictures need the package ${PACKAGE}`, `npm install ${PACKAGE}, beside stillpage`);
    }
  },
};
