// What the scorers that ask Chromium about drawn elements have in common: their command line, and random numbers.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pagesBelow } from './open.mjs';

/** Returns the program and the HTML pages of a command line, those of `folders` unless some are given; its options go to `options`. */
export function readCommandLine(options, folders) {
  const [stillpage, ...rest] = process.argv.slice(2);
  const paths = [];
  for (let i = 0; i < rest.length; i++) {
    const name = rest[i].replace(/^--/, '');
    if (rest[i].startsWith('--') && name in options) options[name] = Number(rest[++i]);
    else paths.push(resolve(rest[i]));
  }
  const pages = (paths.length ? paths : folders)
    .flatMap(path => (statSync(path).isDirectory() ? pagesBelow(path) : [path]))
    .filter(path => path.endsWith('.html'));
  return { stillpage, pages };
}

/** Returns a source of numbers from 0 to 1, the same for a seed. */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
