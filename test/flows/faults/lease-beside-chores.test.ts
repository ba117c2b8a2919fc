import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { until } from '#test/reading/until.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';
import { openJobWorld } from '#test/world/job-world.ts';

test('a process renews its lease also while its recovery of the turns of others waits for a lock', async () => {
  await using world = await openJobWorld();
  const { database, databaseUrl } = world;
  // Without slots, so that it does not take the job while this is being made a lost one.
  await world.start({ roles: 'api' });
  const [mine] = await database.query<{ id: string }>('select id from processes');
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    await loseJob(database);
    await holder.query('begin');
    await holder.query('select lock_queue()');
    // A process that stands still renews nothing, so more than one of its waits counts.
    let isRenewed = false;
    for (let waits = 0; waits < 3 && !isRenewed; waits++) {
      isRenewed = await isRenewedMeanwhile(database, mine?.id);
    }
    assert.ok(isRenewed, 'the lease waited for the lock');
  } finally {
    await holder.end();
  }
});

/** Leaves a job with a process that is gone. */
async function loseJob(database: Database): Promise<void> {
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  const client = await createClient(database);
  const { turnId } = await startTurn(turns, client, ownerIn(client), { kind: 'job' });
  await database.query(
    `update turns set state = 'running', attempt = 1, started_at = now(), tag = null, process_id = $2 where id = $1`,
    [turnId, randomUUID()],
  );
}

interface Wait {
  readonly pid: number;
  readonly since: string;
}

/** Called again and again, so it yields the processor for a moment. */
const waits = `
  select pid, query_start::text as since from pg_sleep(0.05), pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like 'select lock_queue%'`;

async function untilRecoveryWaits(database: Database): Promise<Wait> {
  return until(async () => (await database.query<Wait>(waits))[0]);
}

/** Whether the lease is renewed during one wait of the recovery. */
async function isRenewedMeanwhile(database: Database, processId: string | undefined): Promise<boolean> {
  const waiting = await untilRecoveryWaits(database);
  const before = await leaseOf(database, processId);
  while (await isWaiting(database, waiting)) {
    if ((await leaseOf(database, processId)) !== before) return true;
  }
  return false;
}

async function isWaiting(database: Database, { pid, since }: Wait): Promise<boolean> {
  const all = await database.query<Wait>(waits);
  return all.some((wait) => wait.pid === pid && wait.since === since);
}

async function leaseOf(database: Database, processId: string | undefined): Promise<string | undefined> {
  const [row] = await database.query<{ until: string }>(
    'select lease_until::text as until from processes where id = $1',
    [processId],
  );
  return row?.until;
}
