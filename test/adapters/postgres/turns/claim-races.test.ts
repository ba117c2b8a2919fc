import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { createClient, finishTurn, ownerIn, type StartedTurn, startTurn } from '#test/world/factories.ts';

describe('beside a claim or a cancellation', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let turns: PostgresTurnStore;
  let client: Client;
  let worker: string;

  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 4);
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    client = await createClient(database);
    worker = randomUUID();
    await turns.register(worker, 600_000, 20);
  });
  afterEach(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('cancelling a job after a claimed one does not release the next one of their conversation', async () => {
    const claimed = await enqueue();
    const { conversationId } = claimed;
    const cancelled = await enqueue({ conversationId });
    const waiting = await enqueue({ conversationId });
    await duringClaim(() => turns.cancel(ownerIn(client), cancelled.turnId));
    assert.deepEqual(await turns.claim('standard', worker, 5), []);
    await finishTurn(turns, claimed, 'An answer');
    assert.equal((await turns.claim('standard', worker, 5))[0]?.id, waiting.turnId);
  });

  it('everything of the client can be cancelled, and the queue is counted as it is', async () => {
    await enqueue();
    await enqueue();
    await duringClaim(() =>
      database.query(`select cancel_turns($1, null, null, 'client_disabled', true) is null`, [client.id]),
    );
    assert.deepEqual(await database.query('select queue_length()::int as length'), [{ length: 0 }]);
  });

  it('others can enqueue while everything of a client is being cancelled', async () => {
    const other = await createClient(database);
    await enqueue();
    let cancelling: Promise<unknown> | undefined;
    await database.transaction(async (transaction) => {
      await transaction.query('select from usage_clients where client_id = $1 for update', [client.id]);
      cancelling = database.query(`select cancel_turns($1, null, null, 'client_disabled', true) is null`, [
        client.id,
      ]);
      await untilOneWaits(database, cancelling);
      await startTurn(turns, other, ownerIn(other), { kind: 'job', ifBusy: 'queue' });
    });
    await cancelling;
    assert.deepEqual(await database.query('select queue_length()::int as length'), [{ length: 1 }]);
  });

  it('a job that a claim had to wait for begins when it is claimed, not when its worker asked', async () => {
    const { turnId } = await enqueue();
    let claiming: Promise<unknown> | undefined;
    const [released] = await database.transaction(async (transaction) => {
      await transaction.query('select lock_queue()');
      claiming = turns.claim('standard', worker, 1);
      await untilOneWaits(database, claiming);
      return transaction.query<{ at: string }>('select clock_timestamp()::text as at');
    });
    await claiming;
    const began = await database.query(
      'select started_at >= $2::timestamptz as late from turns where id = $1',
      [turnId, released?.at],
    );
    assert.deepEqual(began, [{ late: true }]);
  });

  /** Claims one job, and ends the claim when `work` waits for it or has ended. */
  async function duringClaim(work: () => Promise<unknown>): Promise<void> {
    let working: Promise<unknown> | undefined;
    await database.transaction(async (transaction) => {
      const claimed = await transaction.query(`select claim_turns('standard', $1, 1)`, [worker]);
      assert.equal(claimed.length, 1);
      working = work();
      await untilOneWaits(database, working);
    });
    await working;
  }

  function enqueue(more: Partial<Admission> = {}): Promise<StartedTurn> {
    return startTurn(turns, client, ownerIn(client), { kind: 'job', ifBusy: 'queue', ...more });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A job starts when it is claimed, however long its worker had to wait for that',
    file: 'database/functions/7-claim.sql',
    replace: 'started_at = coalesce(started_at, clock_timestamp())',
    by: 'started_at = coalesce(started_at, now())',
  },
];
