import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ActionRecord, presentAction } from '#core/tools/action.ts';
import type { Break } from '#test/break.ts';

const record: ActionRecord = {
  ...{ id: 'a', question: 'Cancel order 7?', arguments: '{"order_id":"7"}' },
  ...{ status: 'pending', decideUntil: new Date(900_000) },
};

it('an action says what it is about and until when only while it can be decided', () => {
  const always = { action_uuid: 'a', question: 'Cancel order 7?' };
  assert.deepEqual(presentAction(record), {
    ...always,
    status: 'pending',
    arguments: [{ name: 'order_id', value: '7' }],
    expires_at: '1970-01-01T00:15:00.000Z',
  });
  for (const status of ['confirmed', 'declined', 'expired', 'open', 'done', 'failed', 'unknown'] as const)
    assert.deepEqual(presentAction({ ...record, status }), {
      ...always,
      status,
      arguments: [],
      expires_at: null,
    });
  assert.deepEqual(presentAction({ ...record, arguments: '' }).arguments, []);
});

export const breaks: readonly Break[] = [
  {
    rule: 'An action that is over shows no argument',
    file: 'src/core/tools/action.ts',
    replace: "arguments: status === 'pending' ? [...shown] : [],",
    by: 'arguments: [...shown],',
  },
  {
    rule: 'An action that is over has no time to decide',
    file: 'src/core/tools/action.ts',
    replace: "expires_at: status === 'pending' ? (decideUntil?.toISOString() ?? null) : null",
    by: 'expires_at: decideUntil?.toISOString() ?? null',
  },
];
