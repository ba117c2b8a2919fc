import assert from 'node:assert/strict';
import type { JournalEntry, Revocation } from '../faults/journal.ts';
import { canaryOf, type Evidence } from './auditor-evidence.ts';

/** Neither a row nor a call. */
export async function refusedLeavesNothing(evidence: Evidence): Promise<void> {
  const traces = await tracesOf(evidence);
  const left = evidence.journal.entries.filter(
    ({ outcome, canary }) => outcome === 'refused' && traces.has(canary),
  );
  assert.deepEqual(left, [], 'refused, with an effect');
}

/**
 * A request sent after a revocation was confirmed is refused, whichever process got it, and no attempt of the client
 * begins. A request without an answer may have been carried out later; it counts where the revocation is permanent.
 */
export async function nothingSucceedsAfterRevocation(evidence: Evidence): Promise<void> {
  const { journal } = evidence;
  const traces = await tracesOf(evidence);
  for (const revocation of journal.revocations) {
    const succeeded = journal.entries.filter(
      (entry) =>
        isWithin(entry, revocation) && (entry.outcome === 'acknowledged' || traces.has(entry.canary)),
    );
    assert.deepEqual(succeeded, [], 'a prompt had an effect after its revocation');
    const answered = journal.probes.filter((probe) => isWithin(probe, revocation) && probe.status < 400);
    assert.deepEqual(answered, [], 'a request was answered after its revocation');
  }
  await noAttemptBegins(evidence);
}

type Sent = Pick<JournalEntry, 'clientId' | 'keyName' | 'sentAt' | 'answeredAt'>;

function isWithin(sent: Sent, { clientId, keyName, from, until }: Revocation): boolean {
  if (sent.clientId !== clientId || (keyName !== null && sent.keyName !== keyName)) return false;
  // A moment is a whole millisecond, and may be shared with what came before.
  if (sent.sentAt <= from) return false;
  return until === null || (sent.answeredAt !== null && sent.answeredAt < until);
}

async function noAttemptBegins({ database, journal }: Evidence): Promise<void> {
  const windows = journal.revocations
    .filter(({ keyName, until }) => keyName === null && until !== null)
    .map(({ clientId, from, until }) => ({
      client_id: clientId,
      from_ms: from,
      until_ms: until,
    }));
  const begun = await database.query(
    `select h.turn_id, h.attempt, h.process_id, h.at, w.from_ms, w.until_ms from jsonb_to_recordset($1::jsonb) as w(client_id int, from_ms float, until_ms float)
     join test_history h on h.client_id = w.client_id and extract(epoch from h.at) * 1000 > w.from_ms
       and extract(epoch from h.at) * 1000 < w.until_ms and h.state = 'running'
     where not exists (select 1 from test_history b where b.client_id = h.client_id and b.turn_id = h.turn_id
       and b.n < h.n and b.state = 'running' and b.attempt = h.attempt)`,
    [JSON.stringify(windows)],
  );
  assert.deepEqual(begun, [], 'an attempt began after the revocation');
}

/** Canaries that left a row anywhere, or reached a provider. */
async function tracesOf({ database, allCalls }: Evidence): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ canary: string }>(`
    select substring(text from 'canary-[0-9a-f]{16}') as canary from (
      select content as text from messages where role = 'user'
      union all select title from conversations
      union all select key from idempotency_keys
    ) texts where text like '%canary-%'`);
  return new Set([...rows.map(({ canary }) => canary), ...allCalls.map(canaryOf)]);
}
