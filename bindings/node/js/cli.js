#!/usr/bin/env node
// The program. A first call waits for the engine more than for anything else, so it is unpacked while the rest is loaded.
import './short-lived.js';
import { prepare } from './load-node.js';

const prepared = prepare();
const { main } = await import('./command-line.js');
await prepared;
process.exitCode = await main(process.argv.slice(2));
