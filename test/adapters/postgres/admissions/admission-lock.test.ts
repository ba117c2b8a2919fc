import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lockDay } from '#adapters/postgres/admissions/lock-statements.ts';
import type { Transaction } from '#adapters/postgres/database/database.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import { admitWithin } from '#test/batches/admit-within.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { buildAdmission, createClient, ownerIn } from '#test/world/factories.ts';

async function admit(transaction: Transaction, admission: Admission): Promise<string | undefined> {
  const [answer] = await admitWithin(transaction, [admission]);
  return answer?.kind === 'answered' ? answer.result.status : answer?.kind;
}

it('an admission waits for one of the same client that is being committed, and counts it', async () => {
  await using stored = await createTestDatabase();
  await using database = openPatientDatabase(stored.url, 3);
  const client = await createClient(database, { daily_limit: 2 });
  const admitFor = (user: string) => (transaction: Transaction) =>
    admit(transaction, buildAdmission(client, ownerIn(client, user)));
  // The day has its row: making it would be waited for by itself.
  assert.equal(await database.transaction(admitFor('anna')), 'admitted');
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const before = database.transaction(async (transaction) => {
    const status = await admitFor('ben')(transaction);
    isHeld.resolve();
    await held.promise;
    return status;
  });
  await isHeld.promise;
  const behind = database.transaction(admitFor('carl'));
  await untilOneWaits(database);
  held.resolve();
  assert.deepEqual([await before, await behind], ['admitted', 'quota_exceeded']);
});

it('an admission waits for one of the same client that is being decided', async () => {
  await using stored = await createTestDatabase();
  await using database = openPatientDatabase(stored.url, 3);
  const client = await createClient(database, { daily_limit: 2 });
  const requestOf = (user: string) => buildAdmission(client, ownerIn(client, user));
  assert.equal(await database.transaction((within) => admit(within, requestOf('anna'))), 'admitted');
  const decided = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const first = database.transaction((within) =>
    admitWithin(within, [requestOf('ben')], true, async () => {
      locked.resolve();
      await decided.promise;
    }),
  );
  await locked.promise;
  const second = database.transaction((within) => admit(within, requestOf('carl')));
  await untilOneWaits(database);
  decided.resolve();
  const [answer] = await first;
  assert.ok(answer?.kind === 'answered' && answer.result.status === 'admitted');
  assert.equal(await second, 'quota_exceeded');
});

it('an admission that is suspended while it is being decided is cut after a second, and stores nothing', async () => {
  await using stored = await createTestDatabase();
  await using database = openPatientDatabase(stored.url, 3);
  const client = await createClient(database);
  const requestOf = (user: string) => buildAdmission(client, ownerIn(client, user));
  await database.transaction((within) => admit(within, requestOf('anna')));
  const limit = { text: `select current_setting('idle_in_transaction_session_timeout') as limit` };
  const { text, values = [] } = lockDay(client.id);
  assert.deepEqual((await database.group([{ text, values }, limit])).at(-1), [{ limit: '1s' }]);
  const locked = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const isCut = assert.rejects(
    database.transaction((within) => {
      const suspend = () => {
        locked.resolve();
        return resumed.promise;
      };
      return admitWithin(within, [requestOf('ben')], true, suspend, true);
    }),
  );
  await Promise.race([locked.promise, isCut]);
  assert.equal(await database.transaction((within) => admit(within, requestOf('carl'))), 'admitted');
  resumed.resolve();
  await isCut;
  const users = await database.query('select external_user_id from conversations order by 1');
  assert.deepEqual(users, [{ external_user_id: 'anna' }, { external_user_id: 'carl' }]);
});

export const breaks: readonly Break[] = [
  {
    rule: 'a process that is suspended between the two groups of an admission is cut',
    file: 'src/adapters/postgres/admissions/lock-statements.ts',
    replace: "'idle_in_transaction_session_timeout', '1000', true",
    by: "'idle_in_transaction_session_timeout', '60000', true",
  },
  {
    rule: 'Admissions of one client are counted one after the other',
    file: 'database/functions/1-days.sql',
    replace: 'order by epoch desc limit 1 for update;',
    by: 'order by epoch desc limit 1;',
  },
];
