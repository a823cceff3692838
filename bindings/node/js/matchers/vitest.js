import { Snapshots, expect } from 'vitest';
import { serializer } from './core.js';
import { withSnapshots } from './snapshots.js';

expect.addSnapshotSerializer(serializer);
expect.extend(withSnapshots(Snapshots));
