import assert from 'node:assert/strict';
import { test } from 'node:test';
import { etaSeconds } from '#core/turn/eta.ts';
import type { Break } from '#test/break.ts';

test('the wait for a slot counts the slots that are busy', () => {
  const pace = { serviceMs: 10_000, slots: 4 };
  const at = (busy: number) => [1, 2, 3, 4, 8].map((place) => etaSeconds(place, { ...pace, busy }));
  assert.deepEqual(at(0), [0, 0, 0, 0, 10]);
  assert.deepEqual(at(2), [0, 0, 3, 5, 15]);
  assert.deepEqual(at(4), [3, 5, 8, 10, 20]);
  // Jobs of a process that has just died are counted, although its slots are gone.
  assert.deepEqual(at(9), at(4));
});

test('what does not wait, and what cannot be estimated, has no wait', () => {
  const pace = { serviceMs: 10_000, slots: 4, busy: 4 };
  assert.equal(etaSeconds(0, pace), null);
  assert.equal(etaSeconds(null, pace), null);
  assert.equal(etaSeconds(1, { ...pace, serviceMs: null }), null);
  assert.equal(etaSeconds(1, { ...pace, slots: 0 }), null);
});

export const breaks: readonly Break[] = [
  {
    rule: 'eta_seconds counts busy slots',
    file: 'src/core/turn/eta.ts',
    replace: 'position + Math.min(busy, slots) - slots',
    by: 'position + Math.min(busy, 0)',
  },
];
