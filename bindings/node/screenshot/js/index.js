// Pages that are loaded after this draw themselves: the engine of this package has the painter.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setEngine } from 'stillpage';
import * as glue from '../wasm/stillpage.js';

setEngine(dirname(dirname(fileURLToPath(import.meta.url))), glue);
