import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noteCalls } from '#core/turn/note-calls.ts';
import type { Break } from '#test/break.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

it('an attempt that was replaced by another calls no other model', async () => {
  const live = buildLiveTurn();
  await noteCalls(live, [], 'openai/next', { noteCalls: async () => true });
  assert.equal(live.stopReason, null);
  await assert.rejects(noteCalls(live, [], 'openai/next', { noteCalls: async () => false }));
  assert.deepEqual(live.stopReason, { kind: 'lost' });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An attempt that was replaced calls no other model',
    file: 'src/core/turn/note-calls.ts',
    replace: "  if (!runs) live.stop({ kind: 'lost' });\n",
    by: '  void runs;\n',
  },
];
