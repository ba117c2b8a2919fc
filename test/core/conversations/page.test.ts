import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkPageSize,
  listCursor,
  messageCursor,
  parseListCursor,
  parseMessageCursor,
} from '#core/conversations/page.ts';
import { isInvalid } from '#test/reading/refusals.ts';

const position = { lastMessageMicros: 1_767_225_600_000_001, id: '01998a2e-7c1b-7000-8000-0123456789ab' };

describe('a cursor', () => {
  it('comes back as the place that it was made of', () => {
    assert.deepEqual(parseListCursor(listCursor(position)), position);
    assert.equal(parseMessageCursor(messageCursor(51)), 51);
  });

  it('is the first page when absent', () => {
    assert.equal(parseListCursor(undefined), null);
    assert.equal(parseMessageCursor(undefined), null);
  });

  it('is 422 and named when it was not given out', () => {
    const forged = (text: string) => Buffer.from(text).toString('base64url');
    const bad = [
      '',
      'nonsense',
      `${listCursor(position)}=`,
      ` ${listCursor(position)}`,
      messageCursor(51),
      forged(`c ${'9'.repeat(17)} ${position.id}`),
      forged(`c -1 ${position.id}`),
      forged("c 1 '; drop"),
      forged(`c 1 ${position.id}\n`),
    ];
    for (const cursor of bad) assert.throws(() => parseListCursor(cursor), isInvalid('?cursor'), cursor);
    for (const before of ['', 'x', listCursor(position), forged('m 0'), forged('m 9999999999')]) {
      assert.throws(() => parseMessageCursor(before), isInvalid('?before'), before);
    }
  });
});

describe('the size of a page', () => {
  const bounds = { default: 20, max: 100 };

  it('has a default and reaches from 1 to its maximum', () => {
    assert.equal(checkPageSize(undefined, bounds), 20);
    assert.equal(checkPageSize(1, bounds), 1);
    assert.equal(checkPageSize(100, bounds), 100);
    for (const limit of [0, 101, -1, 1.5, Number.NaN]) {
      assert.throws(() => checkPageSize(limit, bounds), isInvalid('?limit'));
    }
  });
});
