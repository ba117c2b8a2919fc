import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { TurnEndings } from '#adapters/postgres/turns/turn-endings.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { decideRecovery } from '#core/turn/decide-ending.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

test('a process that could not renew its lease keeps its turns for as long as the grace', async () => {
  await using job = await claimedJob();
  const { database, turns, turnId, processId } = job;
  await database.query(`update processes set lease_until = now() - interval '30 seconds'`);
  await turns.recover(3, 60_000);
  assert.deepEqual(await turns.assignedTo(processId), [turnId]);
  await turns.recover(3, 10_000);
  assert.deepEqual(await turns.assignedTo(processId), []);
});

test('a turn whose process has come back is not taken over, although it was found among the lost', async () => {
  await using job = await claimedJob();
  const { database, turns, client, turnId, processId } = job;
  const endings = new TurnEndings(database, () => Promise.resolve());
  await endings.settle({ clientId: client.id, turnId }, 'recovery', (turn) => decideRecovery(turn, 3));
  assert.deepEqual(await turns.assignedTo(processId), [turnId]);
});

test('a job that goes back into the queue keeps no text of the attempt that ended', async () => {
  await using job = await claimedJob();
  const { database, turns, client, turnId } = job;
  await storePieces(job, ['Some text']);
  const texts = () => database.query('select text from turn_output');
  assert.deepEqual(await texts(), [{ text: 'Some text' }]);
  await turns.release(client.id, turnId, 1);
  assert.deepEqual(await texts(), []);
});

test('a piece that comes again is stored once, with the longer of its texts', async () => {
  await using job = await claimedJob();
  const store = (text: string) => storePieces(job, [text]);
  await store('Some text');
  await store('Some');
  await store('Some text and more');
  assert.deepEqual(await job.database.query('select text from turn_output'), [
    { text: 'Some text and more' },
  ]);
});

test('a new piece adds one record for its row to the log of the database', async () => {
  await using job = await claimedJob();
  const { database } = job;
  await database.query('create extension pg_walinspect');
  const [before] = await database.query<{ at: string }>('select pg_current_wal_insert_lsn() as at');
  await storePieces(job, ['Some text', 'and more', 'and the end']);
  const records = await database.query(
    `select replace(record_type, '+INIT', '') as type, count(*)::int as count
      from pg_get_wal_records_info($1, pg_current_wal_flush_lsn()), pg_database d
      where datname = current_database() and resource_manager = 'Heap'
        and block_ref like format('%%/%s/%s %%', d.oid, pg_relation_filenode('turn_output')) group by 1`,
    [before?.at],
  );
  assert.deepEqual(records, [{ type: 'INSERT', count: 3 }]);
});

function storePieces(
  { turns, client, turnId, processId }: Awaited<ReturnType<typeof claimedJob>>,
  texts: readonly string[],
) {
  const piece = { clientId: client.id, turnId, attempt: 1 };
  const output = texts.map((text, nth) => ({ ...piece, byteOffset: nth * 100, text }));
  return turns.heartbeat({ processId, leaseMs: 600_000, slots: 1, serviceMs: null, output });
}

/** A job that a process has claimed, in a database of its own. */
async function claimedJob() {
  await using parts = new AsyncDisposableStack();
  const { url } = parts.use(await createTestDatabase());
  const database = parts.use(openPatientDatabase(url, 2));
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  const client = await createClient(database);
  const { turnId } = await startTurn(turns, client, ownerIn(client), { kind: 'job' });
  const processId = randomUUID();
  await turns.register(processId, 600_000, 1);
  await turns.claim('standard', processId, 1);
  const open = parts.move();
  return { database, turns, client, turnId, processId, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A piece of an answer is logged once by the database',
    file: 'database/functions/9-processes.sql',
    replace: 'and before.attempt = o.attempt and before.byte_offset = o.byte_offset);',
    by: 'and before.attempt = o.attempt and before.byte_offset = o.byte_offset) on conflict do nothing;',
  },
  {
    rule: 'A piece that comes again keeps the longer of its texts',
    file: 'database/functions/9-processes.sql',
    replace: 'length(o.text) > length(before.text)',
    by: 'length(o.text) < length(before.text)',
  },
  {
    rule: 'The text of an attempt that ended goes with it',
    file: 'src/adapters/postgres/turns/ending-statements.ts',
    replace: `    { text: dropOutputSql, values: idOf(key) },
`,
    by: '',
  },
  {
    rule: 'A turn whose process is alive belongs to that process',
    file: 'src/core/turn/decide-ending.ts',
    replace: "if (turn.holder !== 'gone') return none;",
    by: 'if (turn.holder === null) return none;',
  },
  {
    rule: 'A lease that is still good is not taken away',
    file: 'database/functions/9-processes.sql',
    replace: 'where lease_until < now() - p_grace order by id',
    by: "where lease_until < now() + interval '1 hour' order by id",
  },
];
