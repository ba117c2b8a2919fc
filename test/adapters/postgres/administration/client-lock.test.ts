import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostgresClientWriter } from '#adapters/postgres/administration/client-writer.ts';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresBlockedUserStore } from '#adapters/postgres/people/blocked-user-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { AdmissionResult } from '#core/turn/admission/admission.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { buildAdmission, createClient, ownerIn } from '#test/world/factories.ts';

/** The schemas of two sessions, each with the clock at its side of midnight. */
const clocks = { before: '2030-01-01 23:59:59.9Z', after: '2030-01-02 00:00:00.1Z' };

test('a change of a client that begins just before midnight excludes admissions after it', async () => {
  await using stored = await createTestDatabase();
  await using plain = new Database({ connectionString: stored.url, connections: 2 });
  for (const [schema, at] of Object.entries(clocks)) {
    await plain.query(`create schema ${schema}`);
    await plain.query(
      `create function ${schema}.now() returns timestamptz language sql stable as $$ select timestamptz '${at}' $$`,
    );
  }
  await using before = new Database({ connectionString: urlWith(stored.url, 'before'), connections: 1 });
  await using after = new Database({ connectionString: urlWith(stored.url, 'after'), connections: 1 });
  const client = await createClient(plain);
  const owner = ownerIn(client);
  const turns = new PostgresTurnStore(after, { notify: () => Promise.resolve() });
  let admitting: Promise<AdmissionResult> | undefined;
  await before.transaction(async (transaction) => {
    await new PostgresClientWriter(transaction).lock(client.slug);
    admitting = turns.admit(buildAdmission(client, owner));
    await untilOneWaits(plain, admitting);
    await new PostgresBlockedUserStore(transaction).insert(client.id, owner.userId);
  });
  assert.equal((await admitting)?.status, 'user_blocked');
});

function urlWith(text: string, schema: string): string {
  const url = new URL(text);
  url.searchParams.set('options', `-c search_path=${schema},public,pg_catalog`);
  return url.href;
}
