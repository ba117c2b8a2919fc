import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresReaderNoticeStore } from '#adapters/postgres/turns/turn-readers.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { createClient, finishTurn, ownerIn, startTurn } from '#test/world/factories.ts';

const lastsMs = 60_000;

describe('a notice of readers', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let turns: PostgresTurnStore;
  let notices: PostgresReaderNoticeStore;
  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 4);
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    notices = new PostgresReaderNoticeStore(database);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase[Symbol.asyncDispose]();
  });

  async function startTurns(count: number, more: object = {}) {
    const processId = randomUUID();
    await turns.register(processId, 60_000, 1);
    const client = await createClient(database);
    const started = await Promise.all(
      Array.from({ length: count }, () => startTurn(turns, client, ownerIn(client), { processId, ...more })),
    );
    const keys = started.map(({ turnId }) => ({ clientId: client.id, turnId }));
    return { processId, started, keys };
  }

  const readTurnsOf = async (processId: string) => {
    const beat = { processId, leaseMs: 60_000, slots: 1, serviceMs: null, output: [] };
    return [...(await turns.heartbeat(beat)).readTurns].sort();
  };

  it('reaches the process that runs the turn with its next heartbeat, and no other', async () => {
    const here = await startTurns(3);
    const elsewhere = await startTurns(1);
    await notices.announce([...here.keys.slice(1), ...elsewhere.keys], lastsMs);
    const expected = here.keys.slice(1).map(({ turnId }) => turnId);
    assert.deepEqual(await readTurnsOf(here.processId), expected.sort());
    assert.deepEqual(
      await readTurnsOf(elsewhere.processId),
      elsewhere.keys.map(({ turnId }) => turnId),
    );
  });

  it('ends after its time, unless another reader has asked for longer', async () => {
    const { processId, keys } = await startTurns(2);
    await notices.announce(keys, -1);
    assert.deepEqual(await readTurnsOf(processId), []);
    await notices.announce(keys.slice(0, 1), lastsMs);
    await notices.announce(keys, -1);
    assert.deepEqual(
      await readTurnsOf(processId),
      keys.slice(0, 1).map(({ turnId }) => turnId),
    );
  });

  it('of a turn that does not run is none', async () => {
    const { processId, started, keys } = await startTurns(1);
    for (const turn of started) await finishTurn(turns, turn, 'An answer');
    await notices.announce(keys, lastsMs);
    assert.deepEqual(await readTurnsOf(processId), []);
  });

  it('is removed once its time is over', async () => {
    const { keys } = await startTurns(2);
    await notices.announce(keys.slice(0, 1), -1);
    await notices.announce(keys.slice(1), lastsMs);
    await turns.tidy();
    const ids = keys.map(({ turnId }) => turnId);
    const rows = await database.query<{ turn_id: string }>(
      'select turn_id from turn_readers where turn_id = any($1)',
      [ids],
    );
    assert.deepEqual(
      rows.map((row) => row.turn_id),
      ids.slice(1),
    );
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A notice of readers ends after its time',
    file: 'src/adapters/postgres/turns/turn-heartbeat.ts',
    replace: ' and read_until > now()',
    by: '',
  },
  {
    rule: 'A notice of readers reaches the process that runs the turn, and no other',
    file: 'src/adapters/postgres/turns/turn-heartbeat.ts',
    replace: 'turn_readers where process_id = $1 and',
    by: 'turn_readers where',
  },
  {
    rule: 'A notice of readers is never shortened by another',
    file: 'src/adapters/postgres/turns/turn-readers.ts',
    replace: 'greatest(before.read_until, excluded.read_until)',
    by: 'excluded.read_until',
  },
  {
    rule: 'A notice of readers is removed once its time is over',
    file: 'src/adapters/postgres/turns/turn-readers.ts',
    replace: 'where read_until < now() for update',
    by: 'where false for update',
  },
];
