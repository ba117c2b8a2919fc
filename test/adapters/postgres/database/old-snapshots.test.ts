import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Database } from '#adapters/postgres/database/database.ts';
import { findOldestTransaction, listReplicationSlots } from '#adapters/postgres/database/old-snapshots.ts';
import { PostgresStoredNumbers } from '#adapters/postgres/numbers/stored-numbers.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';
import {
  checkOldTransactions,
  checkReplicationSlots,
} from '../../../../src/app/doctor/check-old-snapshots.ts';

describe('what keeps the database from removing old rows', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  let dump: pg.Client;
  before(async () => {
    const { url } = parts.use(await createTestDatabase());
    database = parts.use(openPatientDatabase(url, 2));
    dump = new pg.Client({ connectionString: url, application_name: 'pg_dump' });
    await dump.connect();
    parts.defer(() => dump.end());
  });
  after(() => parts.disposeAsync());

  it('is nothing while every transaction ends', async () => {
    assert.equal(await findOldestTransaction(database), null);
    assert.deepEqual(await checkOldTransactions(database), { status: 'pass', detail: 'none', isOpen: true });
  });

  it('is a transaction that only reads, by the name of its program', async () => {
    await dump.query('begin isolation level repeatable read');
    await dump.query('select count(*) from turns');
    const oldest = await findOldestTransaction(database);
    assert.equal(oldest?.name, 'pg_dump');
    assert.ok(oldest.seconds > 0);
    const found = await checkOldTransactions(database, 0);
    assert.ok(typeof found === 'object' && found.status === 'warn');
    assert.match(found.detail, /^one of pg_dump has been open for 0 minutes/);
    const numbers = await new PostgresStoredNumbers(database).retention();
    assert.ok(numbers.oldestTransactionSeconds > 0);
    await dump.query('rollback');
    assert.equal(await findOldestTransaction(database), null);
  });

  it('is a replication slot that nobody reads from, by the log that is kept for it', async () => {
    const slot = `slot_${randomBytes(4).toString('hex')}`;
    await database.query('select pg_create_physical_replication_slot($1, true)', [slot]);
    try {
      await until(async () => {
        await database.query('select pg_logical_emit_message(false, $1, repeat($1, 1000))', [slot]);
        const kept = (await listReplicationSlots(database)).find(({ name }) => name === slot);
        return kept !== undefined && !kept.isActive && kept.bytes > 0;
      });
      const found = await checkReplicationSlots(database);
      assert.ok(typeof found === 'object' && found.status === 'warn');
      assert.match(found.detail, new RegExp(`${slot} keeps [0-9]+ MB of the log`));
      assert.ok((await new PostgresStoredNumbers(database).retention()).slotBytes > 0);
    } finally {
      await database.query('select pg_drop_replication_slot($1)', [slot]);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A transaction that only reads counts as open',
    file: 'src/adapters/postgres/database/old-snapshots.ts',
    replace: '(backend_xmin is not null or backend_xid is not null)',
    by: 'backend_xid is not null',
  },
  {
    rule: 'A replication slot without a reader is a warning',
    file: 'src/app/doctor/check-old-snapshots.ts',
    replace: 'slots.filter(({ isActive }) => !isActive)',
    by: 'slots.filter(({ isActive }) => isActive)',
  },
];
