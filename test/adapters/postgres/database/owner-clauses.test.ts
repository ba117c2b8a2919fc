import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { answeredTurn, buildAdmission, createClient, ownerIn } from '#test/world/factories.ts';

describe('a statement about a turn', () => {
  let stored: TestDatabase;
  let database: Database;
  let turns: PostgresTurnStore;
  let client: Client;

  before(async () => {
    stored = await createTestDatabase();
    database = openPatientDatabase(stored.url, 2);
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    client = await createClient(database);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await stored.drop();
  });

  it('names its owner itself, whatever was checked before: neither another user nor another client finds it', async () => {
    const other = await createClient(database);
    const { turnId } = await answeredTurn(turns, client, ownerIn(client));
    assert.equal((await turns.readOutput(ownerIn(client), turnId, null, 0))?.text, 'An answer');
    for (const stranger of [ownerIn(client, 'user-2'), ownerIn(other)]) {
      assert.equal(await turns.readOutput(stranger, turnId, null, 0), null);
      assert.equal(await turns.find(stranger, turnId), null);
      assert.equal(await turns.cancel(stranger, turnId), null);
    }
  });

  it('admits a sign-in only as long as it stands and its user is enabled', async () => {
    const [hostedUserId, sessionId] = [randomUUID(), randomUUID()];
    await database.query(
      "insert into hosted_users (client_id, id, email, password_hash) values ($1, $2, 'a@example.com', 'x')",
      [client.id, hostedUserId],
    );
    await database.query(
      "insert into login_sessions (client_id, id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 hour')",
      [client.id, sessionId, hostedUserId],
    );
    const admit = async () => {
      const owner = ownerIn(client, `hu:${hostedUserId}`);
      return (await turns.admit(buildAdmission(client, owner, { hostedUserId, sessionId }))).status;
    };
    assert.equal(await admit(), 'admitted');
    await database.query('update hosted_users set enabled = false where id = $1', [hostedUserId]);
    assert.equal(await admit(), 'user_disabled');
    await database.query('update hosted_users set enabled = true where id = $1', [hostedUserId]);
    assert.equal(await admit(), 'admitted');
    await database.query('delete from login_sessions where id = $1', [sessionId]);
    assert.equal(await admit(), 'session_revoked');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The output of a turn is for its end user only',
    file: 'src/adapters/postgres/turns/turn-output.ts',
    replace: 'where t.client_id = $1 and t.external_user_id = $2 and t.id = $3',
    by: 'where t.client_id = $1 and $2::text is not null and t.id = $3',
  },
  {
    rule: 'The output of a turn is for its client only',
    file: 'src/adapters/postgres/turns/turn-output.ts',
    replace: 'where t.client_id = $1 and t.external_user_id = $2 and t.id = $3',
    by: 'where $1::integer is not null and t.external_user_id = $2 and t.id = $3',
  },
];
