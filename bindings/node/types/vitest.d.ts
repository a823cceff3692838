import 'vitest';
import type { SnapshotMatchers } from './matchers.js';

declare module 'vitest' {
  interface Matchers<T = any> extends SnapshotMatchers<T> {}
}
