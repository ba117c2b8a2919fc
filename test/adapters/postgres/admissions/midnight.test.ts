import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresClientWriter } from '#adapters/postgres/administration/client-writer.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresBlockedUserStore } from '#adapters/postgres/people/blocked-user-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { AdmissionResult } from '#core/turn/admission/admission.ts';
import { admitWithin } from '#test/batches/admit-within.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { buildAdmission, createClient, ownerIn } from '#test/world/factories.ts';

/** The last midnight, because what is stored with a default has the time of the server. */
const midnight = new Date().setUTCHours(0, 0, 0, 0);
/** The schemas of two sessions, each with the clock at its side of it. */
const clocks = { evening: new Date(midnight - 100), morning: new Date(midnight + 100) };

describe('an admission just after midnight', () => {
  let stored: TestDatabase;
  let plain: Database;
  let evening: Database;
  let morning: Database;
  let turns: PostgresTurnStore;
  before(async () => {
    stored = await createTestDatabase();
    plain = openPatientDatabase(stored.url, 2);
    for (const [schema, at] of Object.entries(clocks)) {
      await plain.query(`create schema ${schema}`);
      await plain.query(
        `create function ${schema}.now() returns timestamptz language sql stable as $$ select timestamptz '${at.toISOString()}' $$`,
      );
    }
    evening = openPatientDatabase(urlWith(stored.url, 'evening'), 1);
    morning = openPatientDatabase(urlWith(stored.url, 'morning'), 1);
    turns = new PostgresTurnStore(morning, { notify: () => Promise.resolve() });
  });
  after(async () => {
    for (const database of [morning, evening, plain]) await database[Symbol.asyncDispose]();
    await stored.drop();
  });

  it('waits for a change of its client that began before midnight', async () => {
    const client = await createClient(plain);
    const owner = ownerIn(client);
    let admitting: Promise<AdmissionResult> | undefined;
    await evening.transaction(async (transaction) => {
      await new PostgresClientWriter(transaction).lock(client.slug);
      admitting = turns.admit(buildAdmission(client, owner));
      await untilOneWaits(plain, admitting);
      await new PostgresBlockedUserStore(transaction).insert(client.id, owner.userId);
    });
    assert.equal((await admitting)?.status, 'user_blocked');
  });

  it('replays one of the same key that began before midnight', async () => {
    const client = await createClient(plain);
    const keyed = () =>
      buildAdmission(client, ownerIn(client), { idempotencyKey: 'key', requestHash: 'hash' });
    const first = keyed();
    let admitting: Promise<AdmissionResult> | undefined;
    await evening.transaction(async (transaction) => {
      await admitWithin(transaction, [first]);
      admitting = turns.admit(keyed());
      admitting.catch(() => undefined);
      await untilOneWaits(plain, admitting);
    });
    const result = await admitting;
    assert.deepEqual(
      [result?.status, result?.status === 'replay' && result.turnId],
      ['replay', first.turnId],
    );
  });
});

function urlWith(text: string, schema: string): string {
  const url = new URL(text);
  url.searchParams.set('options', `-c search_path=${schema},public,pg_catalog`);
  return url.href;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Around midnight, a request of the same key is replayed, too',
    file: 'src/adapters/postgres/admissions/admission-store.ts',
    replace: "if (left > 0 && isTaken(error, 'idempotency_keys_pkey')) continue;",
    by: '',
  },
  {
    rule: 'Just before midnight, a change of a client excludes admissions of the next day',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: "now() + interval '1 minute'",
    by: "now() - interval '1 minute'",
  },
];
