import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eraseUnderLoad } from '#test/people/erase-under-load.ts';

it('many people are erased under load while processes are killed again and again, and nothing of them is left', {
  timeout: 600_000,
}, async (t) => {
  const { turns } = await eraseUnderLoad({ people: 20, kills: 12, killEveryMs: 1_500 });
  t.diagnostic(`${turns} turns`);
  assert.ok(turns > 100, 'too few turns to show anything');
});
