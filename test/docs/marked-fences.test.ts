import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { countMarkedFences, readGuideBlocks, readGuideFiles, readGuideServers } from './guide-blocks.ts';

/** The others have settings, promises and explanations. */
const withBlocks = [
  ...['administration', 'agents', 'console', 'deep-dive', 'errors', 'idempotency', 'identity-and-ownership'],
  ...['jobs', 'operating', 'quick-start', 'quotas-and-refunds', 'streaming', 'subscriptions-and-limits'],
  'webhooks',
];

const blocks = readGuideBlocks();

test('every fence that is marked for a run is one that the tests run', () => {
  assert.equal(countMarkedFences(), blocks.length + readGuideServers().length + readGuideFiles().length);
});

test('every guide shows something that runs', () => {
  const guides = new Set(blocks.map(({ guide }) => guide));
  assert.deepEqual(
    withBlocks.filter((guide) => !guides.has(guide)),
    [],
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'Every fence of the guides that is marked for a run is run',
    file: 'docs/console.md',
    replace: '```bash operator',
    by: '```sh operator',
  },
];
