import assert from 'node:assert/strict';
import { canaryPattern, type Evidence } from './auditor-evidence.ts';

export function deliveredIsStored({ journal, byId }: Evidence): void {
  for (const { turnId, text, endedCleanly } of journal.entries) {
    const turn = turnId === null ? undefined : byId.get(turnId);
    if (turn === undefined) continue;
    if (endedCleanly) {
      assert.equal(turn.state, 'completed', `a clean end of an answer that is not complete: ${turn.id}`);
      assert.equal(text, turn.answer, `a clean end is the whole answer of ${turn.id}`);
    }
    // A reader who was cut saw one attempt, which need not be the one that counts in the end.
    else if (turn.attempt > 1) assert.ok(text.split('Answer').length <= 2, `two attempts in one: ${turn.id}`);
    // The text of a process that died is lost with it, except for what was stored.
    else if (isWholeIn(turn)) assert.ok(turn.answer?.startsWith(text), `no prefix: ${turn.id}`);
  }
}

/** Whether everything that was sent is stored, as by every process that ends a turn itself. */
function isWholeIn({ state, error_code }: { state: string; error_code: string | null }): boolean {
  return state === 'completed' || error_code === 'reader_stalled' || error_code === 'provider_timeout';
}

/** Output read from a turn belongs to one attempt, and to the stored answer if the attempt is the last. */
export function readingsArePrefixes({ journal, byId }: Evidence): void {
  for (const { turnId, attempt, text } of journal.readings) {
    const turn = byId.get(turnId);
    assert.ok(turn !== undefined && attempt <= turn.attempt, `an attempt that never was: ${turnId}`);
    if (attempt < turn.attempt || !isWholeIn(turn)) continue;
    assert.ok(turn.answer?.startsWith(text), `no prefix was read: ${turnId}`);
  }
}

export function canariesStayHome({ journal, logs }: Evidence): void {
  const homes = new Map(journal.entries.map(({ canary, clientId }) => [canary, clientId]));
  for (const { clientId, text } of journal.received) {
    for (const [canary] of text.matchAll(canaryPattern)) {
      assert.equal(homes.get(canary), clientId, `${canary} was told to another client`);
    }
  }
  assert.deepEqual([...logs.matchAll(canaryPattern)], [], 'a prompt was logged');
}

export function noSecretIsPrinted({ journal, logs }: Evidence): void {
  for (const secret of journal.secrets) {
    assert.ok(!logs.includes(secret), 'a secret was logged');
    assert.ok(!journal.received.some(({ text }) => text.includes(secret)), 'a secret was told to a client');
  }
}
