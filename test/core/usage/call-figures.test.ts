import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CallFigures } from '#core/models/counted-call.ts';
import { sumCalls } from '#core/usage/call-figures.ts';
import type { Break } from '#test/break.ts';

const uncounted = { inputTokens: null, cacheReadTokens: null, cacheWriteTokens: null, outputTokens: null };

it('tokens that no provider has counted are unknown in a sum, and never 0', () => {
  const rows: readonly CallFigures[] = [
    { ...uncounted, calls: 2, callsWithoutTokens: 2 },
    { ...uncounted, calls: 1, callsWithoutTokens: 0, inputTokens: 7, outputTokens: 0 },
  ];
  assert.deepEqual(sumCalls(rows.slice(0, 1)), { ...uncounted, calls: 2, callsWithoutTokens: 2 });
  assert.deepEqual(sumCalls(rows), {
    ...{ ...uncounted, inputTokens: 7, outputTokens: 0 },
    ...{ calls: 3, callsWithoutTokens: 2 },
  });
  assert.deepEqual(sumCalls([]), { ...uncounted, calls: 0, callsWithoutTokens: 0 });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Tokens that no provider has counted never become 0 in a sum',
    file: 'src/core/usage/call-figures.ts',
    replace: 'counted.length === 0 ? null : ',
    by: '',
  },
];
