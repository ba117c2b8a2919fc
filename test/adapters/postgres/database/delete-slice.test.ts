import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresProcessReportStore } from '#adapters/postgres/numbers/process-report-store.ts';
import { PostgresRetentionStore } from '#adapters/postgres/people/retention-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';

const old = `now() - interval '30 days'`;
const rows = 10_001;
const insertOld: Readonly<Record<string, string>> = {
  idempotency_keys: `(client_id, external_user_id, route, key, request_hash, turn_id, created_at)
    select 1, '', '', n, '', gen_random_uuid(), ${old}`,
  refusal_minutes: `(minute, client_id, code, refusals) select ${old}, n, '', 1`,
  provider_minutes: `(minute, provider, model, calls, failed, timeouts, first_text_buckets, duration_buckets)
    select ${old}, n, '', 1, 0, 0, '{}', '{}'`,
  turn_traces: `(client_id, turn_id, traceparent, created_at) select 1, gen_random_uuid(), '', ${old}`,
  login_throttle: `(bucket, attempts, window_ends) select n, 1, ${old}`,
};

describe('What has passed its time', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  before(async () => {
    database = parts.use(openPatientDatabase(parts.use(await createTestDatabase()).url, 2));
  });
  after(() => parts.disposeAsync());

  for (const [table, insert] of Object.entries(insertOld)) {
    test(`is deleted from ${table} in slices of 10,000, until nothing is left`, async () => {
      await database.query(`insert into ${table} ${insert} from generate_series(1, ${rows}) n`);
      const left = async () => {
        const [row] = await database.query<{ count: number }>(`select count(*)::int as count from ${table}`);
        return row?.count;
      };
      const deletes =
        {
          idempotency_keys: () => new PostgresTurnStore(database, { notify: () => Promise.resolve() }).tidy(),
          login_throttle: () => new PostgresRetentionStore(database).deleteEnded(),
        }[table] ?? (() => new PostgresProcessReportStore(database).prune());
      assert.deepEqual([await deletes(), await left()], [true, 1]);
      assert.deepEqual([await deletes(), await left()], [false, 0]);
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'what has passed its time is deleted in slices',
    file: 'src/adapters/postgres/database/delete-slice.ts',
    replace: 'const rowsOfSlice = 10_000;',
    by: 'const rowsOfSlice = 10_000_000;',
  },
  {
    rule: 'a full slice says that more may be left',
    file: 'src/adapters/postgres/database/delete-slice.ts',
    replace: 'isMoreLeft = true;',
    by: 'isMoreLeft = false;',
  },
];
