import type { SnapshotMatchers } from './matchers.js';

declare global {
  namespace jest {
    interface Matchers<R> extends SnapshotMatchers<R> {}
  }
}
export {};
