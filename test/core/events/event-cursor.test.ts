import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ParleyError } from '#core/errors.ts';
import { checkEventTypes, eventCursor, parseEventCursor } from '#core/events/read-events.ts';
import type { Break } from '#test/break.ts';

test('a cursor is read back as the position that it was made of', () => {
  const position = fc.record(
    {
      generation: fc.integer({ min: 1, max: 999_999_999 }),
      xid: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
      seq: fc.maxSafeNat(),
      at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(position, (one) => assert.deepEqual(parseEventCursor(eventCursor(one)), one)),
    { seed: 20_261_121 },
  );
});

test('anything else is refused by name', () => {
  const good = eventCursor({ generation: 1, xid: '700', seq: 3, at: new Date(0) });
  const tooHigh = Buffer.from(`1 ${2n ** 64n} 0 0`).toString('base64url');
  for (const cursor of [
    '',
    'x',
    `${good}=`,
    ` ${good}`,
    tooHigh,
    Buffer.from('1 0 0 8640000000000000').toString('base64url'),
    Buffer.from('1 0 0 253402300800000').toString('base64url'),
    Buffer.from('1 01 0 0').toString('base64url'),
  ]) {
    assert.throws(
      () => parseEventCursor(cursor),
      (error) => error instanceof ParleyError && error.code === 'validation_error',
      cursor,
    );
  }
});

test('types that are named twice count once', () => {
  assert.deepEqual(checkEventTypes(['job.failed', 'job.failed'], '/types'), ['job.failed']);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A cursor has a time that the database knows',
    file: 'src/core/events/read-events.ts',
    replace: 'position.at.getTime() < latestMs ? position : null',
    by: 'position',
  },
  {
    rule: 'A type of events that is named twice counts once',
    file: 'src/core/events/read-events.ts',
    replace: 'return [...new Set(known)];',
    by: 'return known;',
  },
];
