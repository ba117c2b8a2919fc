import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresErasureStore } from '#adapters/postgres/people/erasure-store.ts';
import { PostgresErasureWriter } from '#adapters/postgres/people/erasure-writer.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import { erasedUser } from '#core/identity/external-user-id.ts';
import type { Break } from '#test/break.ts';
import { blocksDuring } from '#test/database/reads.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { storePerson } from '#test/people/person-data.ts';
import { createClient } from '#test/world/factories.ts';

const rowsOfOthers = 20_000;

describe('the cost of an erasure', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let client: Client;
  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    database = new Database({ connectionString: testDatabase.url, connections: 1 });
    client = await createClient(database);
    await database.query('update clients set events_since = now()');
  });
  afterEach(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  /** Erases one piece at a time, and tells by step how many blocks that read. */
  async function blocksOfErasure(userId: string): Promise<ReadonlyMap<string, number>> {
    await storePerson(
      { database, turns: new PostgresTurnStore(database, { notify: async () => {} }) },
      client,
      userId,
    );
    const key = { clientId: client.id, userId };
    await new PostgresErasureWriter(database).begin(key, erasedUser());
    const store = new PostgresErasureStore(database);
    const blocks = new Map<string, number>();
    while (await store.isUnderWay(key)) {
      const [row] = await database.query<{ step: string }>('select step from erasures');
      const step = row?.step ?? '';
      blocks.set(step, (blocks.get(step) ?? 0) + (await blocksDuring(database, () => store.step(key))));
    }
    return blocks;
  }

  it('does not grow with what other users of the client have sent', async () => {
    await blocksOfErasure('first');
    const before = await blocksOfErasure('anna');
    for (const statement of othersSql) await database.query(statement, [client.id, rowsOfOthers]);
    await database.query('analyze');
    await blocksOfErasure('second');
    const after = await blocksOfErasure('ben');
    for (const [step, blocks] of after) {
      const few = before.get(step) ?? 0;
      assert.ok(blocks < few + 100, `${step}: ${few} blocks, then ${blocks} beside many others`);
    }
    assert.deepEqual([...after.keys()], [...before.keys()]);
  });
});

/** $1: the client, $2: how many rows of other users each table gets. */
const others = `select $1::integer as client_id, 'other-' || n as name, md5(n::text)::uuid as id, n
  from generate_series(1, $2::integer) n`;
const othersSql = [
  `insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, priority, deep_dive,
     retry, on_disconnect, user_message_id, user_seq, message_id, answer_seq, charge_day, finished_at)
   select client_id, id, id, name, 'general', 'job', 'completed', false, false, false, 'continue', id, 1, id, 2,
     utc_day(), now() from (${others}) o`,
  `insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
   select client_id, id, 'charge', name, utc_day(), 1, 0, 0 from (${others}) o`,
  `insert into usage_users (client_id, day, external_user_id, requests)
   select client_id, utc_day(), name, 1 from (${others}) o`,
  `insert into quota_notices (client_id, day, external_user_id, dimension, level)
   select client_id, utc_day(), name, 'requests', 'warning' from (${others}) o`,
  `insert into conversations (client_id, id, external_user_id, agent_slug, title)
   select client_id, id, name, 'general', '' from (${others}) o`,
  `insert into events (client_id, id, type, external_user_id, data)
   select client_id, id, 'turn.completed', name, '{}' from (${others}) o`,
  `insert into audit_log (client_id, actor, action, subject)
   select client_id, 'client:other', 'user.erase', name from (${others}) o`,
  `insert into hosted_users (client_id, id, email, password_hash, link_issued_by)
   select client_id, id, name, '', case when n % 2 = 0 then name end from (${others}) o`,
  `insert into login_sessions (client_id, id, user_id, expires_at)
   select client_id, name, id, now() + interval '1 h' from (${others}) o`,
];

export const breaks: readonly Break[] = [
  {
    rule: 'An erasure finds the turns of a user by their index',
    file: 'src/adapters/postgres/people/turns-of-person.ts',
    replace: ' and t.finished_at is not null`',
    by: '`',
  },
  {
    rule: 'The usage of an erased user is found day by day',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: "renamed('day', 'date', daysInTable('usage_users'))",
    by: "renamed('day', 'date', 'select distinct u.day from usage_users u where u.client_id = $1')",
  },
  {
    rule: "An erasure finds the ledger of a user by the user's turns",
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: '`select t.id as turn_id from turns t where',
    by: '`select l.turn_id from ledger l where l.client_id = $1` || `',
  },
  {
    rule: 'An erasure finds what was changed about a user by an index',
    file: 'database/migrations/0031-erasures.sql',
    replace: 'audit_log (client_id, subject)',
    by: "audit_log (client_id) where subject = ''",
  },
  {
    rule: 'An erasure finds changes of the default user by an index',
    file: 'database/migrations/0031-erasures.sql',
    replace: `on audit_log (client_id)
  where before`,
    by: `on audit_log (client_id)
  where subject = '' and before`,
  },
  {
    rule: 'An erasure finds the events of a user by an index',
    file: 'database/migrations/0031-erasures.sql',
    replace: 'where external_user_id is not null',
    by: "where external_user_id = ''",
  },
  {
    rule: 'An erasure finds the invitations of a user by an index',
    file: 'database/migrations/0031-erasures.sql',
    replace: 'where link_issued_by is not null',
    by: "where link_issued_by = ''",
  },
];
