#!/usr/bin/env node
// The program. A first call waits for the engine more than for anything else, so it is unpacked while the rest is loaded.
import './short-lived.js';
import { prepare } from './load-node.js';
import { painter } from './painter.js';

const words = process.argv.slice(2);
// Pictures are drawn by another engine.
const prepared = painter.isNeeded(words) ? undefined : prepare();
const { main } = await import('./command-line.js');
await prepared;
process.exitCode = await main(words);
