import assert from 'node:assert/strict';
import type { MockCall } from '../mock/mock-call.ts';
import { canaryOf, type Evidence } from './auditor-evidence.ts';
import { numberOf } from './auditor-numbers.ts';

export function acknowledgedIsStored({ journal, byId, byCanary }: Evidence): void {
  const lost = journal.entries.filter(
    ({ outcome, turnId, canary }) =>
      outcome === 'acknowledged' && !(turnId === null ? byCanary.has(canary) : byId.has(turnId)),
  );
  assert.deepEqual(lost, [], 'acknowledged and not stored');
}

export function everyTurnEndsOnce({ turns }: Evidence): void {
  const final = ['completed', 'failed', 'cancelled', 'expired'];
  const wrong = turns.filter((turn) => {
    const attempts = turn.door === 'stream' ? turn.attempt <= 1 : turn.attempt >= turn.deaths;
    return !final.includes(turn.state) || turn.answers !== 1 || turn.deaths > 3 || !attempts;
  });
  assert.deepEqual(wrong, [], 'not ended exactly once');
}

/** An attempt calls once, and once more without an effort where the provider refuses that. */
export function callsBelongToAttempts({ byCanary, allCalls }: Evidence): void {
  const counts = new Map<string, number>();
  for (const call of allCalls) {
    const form = `${canaryOf(call)} ${call.body['reasoning_effort']}`;
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  for (const [form, count] of counts) {
    const [canary = ''] = form.split(' ');
    const turns = byCanary.get(canary);
    assert.ok(turns !== undefined, `the provider was called for ${canary}, which is no turn`);
    const attempts = turns.reduce((sum, { attempt }) => sum + attempt, 0);
    assert.ok(count <= attempts, `${count} calls in ${attempts} attempts of ${turns.map(({ id }) => id)}`);
  }
}

/** Stored text comes from a call of the turn; only the history shows from which attempt's. */
export function answersAreOfTheirCalls({ turns, calls, otherCalls, byCanary }: Evidence): void {
  const ofCall = (call: MockCall) => byCanary.get(canaryOf(call)) ?? [];
  const others = new Set(otherCalls.flatMap(ofCall));
  const wrong = turns.filter((turn) => {
    if (turn.state !== 'completed' || others.has(turn)) return false;
    const call = calls[(numberOf(turn.answer) ?? 0) - 1];
    return call === undefined || !ofCall(call).includes(turn);
  });
  assert.deepEqual(wrong, [], 'an answer that no call of its turn gave');
}
