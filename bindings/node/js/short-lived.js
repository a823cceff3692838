// Sets V8 up for a process that gives one answer; imported before the engine is.
import v8 from 'node:v8';

// A process ends only when V8 is done with what it began to optimise, which for one answer takes longer than the answer;
// and it need not check functions that are never called.
try {
  v8.setFlagsFromString?.('--wasm-tiering-budget=90000000');
  v8.setFlagsFromString?.('--wasm-lazy-validation');
} catch {
  // Other engines have no such flag.
}
