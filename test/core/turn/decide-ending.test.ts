import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decideBegin,
  decideCancel,
  decideExpiry,
  decideRecovery,
  decideRelease,
  type LockedTurn,
  nextInConversation,
  type OtherTurn,
} from '#core/turn/decide-ending.ts';
import type { Break } from '#test/break.ts';

const waiting: LockedTurn = {
  state: 'queued',
  attempt: 0,
  lane: 'standard',
  deaths: 0,
  cancelReason: null,
  holder: null,
  hasText: false,
  hasWaitedTooLong: false,
  others: [],
};
const running: LockedTurn = { ...waiting, state: 'running', attempt: 1, holder: 'alive' };
const lost: LockedTurn = { ...running, holder: 'gone' };
const other: OtherTurn = {
  id: 'other',
  state: 'queued',
  lane: 'standard',
  isClaimable: false,
  isBefore: false,
};
const none = { kind: 'none' };

describe('a cancellation', () => {
  it('ends a turn that waits, and gives it back', () => {
    const decision = decideCancel({ ...waiting, others: [other] }, 'cancelled');
    assert.deepEqual(decision, {
      kind: 'end',
      ending: {
        state: 'cancelled',
        finishReason: 'cancelled',
        errorCode: 'cancelled',
        isRefunded: true,
        deaths: 0,
      },
      next: other,
    });
  });

  it('is for the process of a turn that runs, for the first reason that it has', () => {
    assert.deepEqual(decideCancel(running, 'cancelled'), { kind: 'stop', reason: 'cancelled' });
    assert.deepEqual(decideCancel({ ...running, cancelReason: 'client_disabled' }, 'cancelled'), none);
  });

  it('changes nothing about a turn that has ended', () => {
    assert.deepEqual(decideCancel({ ...waiting, state: 'completed' }, 'cancelled'), none);
  });
});

it('a turn that has waited too long expires, and is refunded; one that runs does not', () => {
  assert.deepEqual(decideExpiry(waiting), none);
  assert.deepEqual(decideExpiry({ ...running, hasWaitedTooLong: true }), none);
  const decision = decideExpiry({ ...waiting, hasWaitedTooLong: true });
  assert.partialDeepStrictEqual(decision, {
    kind: 'end',
    ending: { state: 'expired', errorCode: 'queue_expired', isRefunded: true },
  });
});

describe('a recovery', () => {
  it('leaves a turn alone whose process lives, and a job that waits', () => {
    assert.deepEqual(decideRecovery(running, 3), none);
    assert.deepEqual(decideRecovery(waiting, 3), none);
  });

  it('puts a job back until it has died too often', () => {
    assert.deepEqual(decideRecovery({ ...lost, deaths: 1 }, 3), { kind: 'requeue', deaths: 2 });
    assert.partialDeepStrictEqual(decideRecovery({ ...lost, deaths: 2 }, 3), {
      kind: 'end',
      ending: { state: 'failed', errorCode: 'worker_lost', isRefunded: true, deaths: 3 },
    });
  });

  it('fails a stream at its first death, and gives it back unless it has text', () => {
    const stream = { ...lost, lane: null };
    assert.partialDeepStrictEqual(decideRecovery(stream, 3), {
      ending: { state: 'failed', isRefunded: true, deaths: 1 },
    });
    assert.partialDeepStrictEqual(decideRecovery({ ...stream, hasText: true }, 3), {
      ending: { state: 'failed', isRefunded: false },
    });
  });

  it('cancels a turn that was to be stopped, and keeps its charge: its provider may have been called', () => {
    assert.deepEqual(decideRecovery({ ...lost, cancelReason: 'client_disabled' }, 3), {
      kind: 'end',
      ending: {
        state: 'cancelled',
        finishReason: 'cancelled',
        errorCode: 'client_disabled',
        isRefunded: false,
        deaths: 0,
      },
      next: null,
    });
  });
});

it('a job that its process gives up goes back without a death, or ends where it was to be stopped', () => {
  assert.deepEqual(decideRelease({ ...running, deaths: 1 }, 1), { kind: 'requeue', deaths: 1 });
  assert.deepEqual(decideRelease({ ...running, attempt: 2 }, 1), none);
  assert.deepEqual(decideRelease({ ...waiting, attempt: 1 }, 1), none);
  assert.partialDeepStrictEqual(decideRelease({ ...running, cancelReason: 'cancelled' }, 1), {
    ending: { state: 'cancelled', isRefunded: false },
  });
});

it('a stream begins once nothing runs in its conversation and nothing goes before it', () => {
  const stream: LockedTurn = { ...waiting, lane: null, holder: 'alive' };
  assert.equal(decideBegin({ ...stream, others: [other] }), 'begin');
  assert.equal(decideBegin({ ...stream, others: [{ ...other, isBefore: true }] }), 'wait');
  assert.equal(decideBegin({ ...stream, others: [{ ...other, state: 'running' }] }), 'wait');
  assert.equal(decideBegin({ ...stream, state: 'cancelled' }), 'gone');
});

it('the first job that waits in a conversation is next, unless something runs there or it has its place', () => {
  const second = { ...other, id: 'second' };
  assert.equal(nextInConversation([other, second]), other);
  assert.equal(nextInConversation([{ ...other, isClaimable: true }, second]), null);
  assert.equal(nextInConversation([{ ...other, lane: null }, second]), null, 'a stream begins by itself');
  assert.equal(nextInConversation([other, { ...second, state: 'running' }]), null);
  assert.equal(nextInConversation([]), null);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A job waits while another turn of its conversation runs',
    file: 'src/core/turn/decide-ending.ts',
    replace: "if (others.some(({ state }) => state === 'running')) return null;",
    by: '',
  },
];
