import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overviewOperations } from '#core/operations/overview-operations.ts';
import { createRecentReads } from '#core/operations/screen-services.ts';
import type { Break } from '#test/break.ts';

test('many screens of failures that are open at once cost one read', async () => {
  const read: string[] = [];
  const services = {
    endedTurns: {
      list() {
        read.push('turns');
        return Promise.resolve([]);
      },
    },
    numbers: {
      refusalsOfClients() {
        read.push('refusals');
        return Promise.resolve([{ client: 'acme', code: 'rate_limited', refusals: 2 }]);
      },
    },
    recent: createRecentReads(),
  };
  const by = { channel: 'console', actor: { kind: 'service' }, role: 'owner', isFresh: true } as const;
  const call = { by, params: {}, query: {}, body: undefined } as const;
  const look = () => overviewOperations.getFailures.perform(services, call);
  const [first, second] = await Promise.all([look(), look()]);
  assert.deepEqual(first.body.refusals, [{ client: 'acme', code: 'rate_limited', count: 2 }]);
  assert.deepEqual(second, first);
  assert.deepEqual(await look(), first);
  assert.deepEqual(read, ['turns', 'refusals']);
});

export const breaks: readonly Break[] = [
  {
    rule: 'Many screens of failures cost one read',
    file: 'src/core/operations/overview-operations.ts',
    replace: "await recent.failures.read('', () => readFailures(services))",
    by: 'await readFailures(services)',
  },
];
