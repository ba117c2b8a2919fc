import assert from 'node:assert/strict';
import { test } from 'node:test';
import { perDimension } from '#contract/quota.ts';
import { nextDay, secondsToReset } from '#core/usage/usage.ts';
import type { Break } from '#test/break.ts';

test('a day ends by the clock of the database, whatever the clock of the process says', () => {
  const counts = { clientRequests: 0, user: perDimension(() => 0) };
  const day = { ...counts, day: '2031-12-31' };
  assert.equal(nextDay(day.day), '2032-01-01T00:00:00.000Z');
  assert.equal(secondsToReset({ ...day, at: new Date('2031-12-31T23:00:00.500Z') }), 3_600);
  assert.equal(secondsToReset({ ...day, at: new Date('2032-01-01T00:00:01Z') }), 0);
});

export const breaks: readonly Break[] = [
  {
    rule: 'Seconds to the reset are counted by the database’s clock',
    file: 'src/core/usage/usage.ts',
    replace: '- at.getTime()) / 1000',
    by: '- (at && Date.now())) / 1000',
  },
];
