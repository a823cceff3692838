// Sets V8 up for a process that gives one answer; imported before the engine is.
import v8 from 'node:v8';

// A process ends only when V8 is done with what it began to optimise, which for one answer takes longer than the answer.
try {
  v8.setFlagsFromString?.('--wasm-tiering-budget=90000000');
} catch {
  // Other engines have no such flag.
}
