import { toMatchInlineSnapshot, toMatchSnapshot } from 'jest-snapshot';
import { serializer } from './core.js';
import { withSnapshots } from './snapshots.js';

expect.addSnapshotSerializer(serializer);
expect.extend(withSnapshots({ toMatchSnapshot, toMatchInlineSnapshot }));
