import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import type { Break } from '#test/break.ts';
import { RequestReader } from '#test/cuts/cut-frames.ts';
import { Relay } from '#test/cuts/cut-relay.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { postgresTarget, relayedUrl } from '#test/faults/fault-proxy.ts';
import { until } from '#test/reading/until.ts';
import { testSecret } from '#test/world/api.ts';
import { startService } from '#test/world/process.ts';

/** What a start does once is done by then. */
const restSeconds = 8;
const measuredSeconds = 15;

test('a process without work asks the database four times a second at most, over eight connections at most', async () => {
  await using testDatabase = await createTestDatabase();
  const target = postgresTarget(new URL(testDatabase.url));
  let requests = 0;
  await using relay = await Relay.start(
    () => target,
    (link) => {
      const reader = new RequestReader();
      return {
        // What a process sends at once, up to where it waits for the answer, is one request.
        onRequest: (bytes) => {
          requests += reader.push(bytes).length;
          link.toServer(bytes);
        },
        onAnswer: (bytes) => link.toClient(bytes),
        onClose: () => undefined,
      };
    },
  );
  const env = {
    DATABASE_URL: relayedUrl(new URL(testDatabase.url), relay),
    PARLEY_SECRET: testSecret,
    OPENAI_API_KEY: 'sk-unused',
  };
  await using _service = await startService({ env });
  await using observer = new Database({ connectionString: testDatabase.url, connections: 1 });
  /** The clock is the lease, which every heartbeat of the process moves on. */
  const pass = async (seconds: number) => {
    const begun = await leaseOf(observer);
    return until(async () => {
      const passed = (await leaseOf(observer)) - begun;
      return passed > seconds && passed;
    });
  };
  await pass(restSeconds);
  const before = requests;
  const seconds = await pass(measuredSeconds);
  const perSecond = (requests - before) / seconds;
  assert.ok(perSecond > 1, 'nothing was counted');
  assert.ok(perSecond <= 4, `${perSecond} statements a second`);
  // Connections that the start has used are closed once they have been idle for a while.
  await until(() => relay.links.size <= 8);
});

async function leaseOf(observer: Database): Promise<number> {
  const [row] = await observer.query<{ seconds: number }>(
    'select extract(epoch from max(lease_until))::float as seconds from processes',
  );
  return row?.seconds ?? 0;
}

export const breaks: readonly Break[] = [
  {
    rule: 'An idle worker asks for jobs by itself only now and then',
    file: 'src/worker/job-worker.ts',
    replace: 'const pollMs = 10_000;',
    by: 'const pollMs = 1_000;',
  },
  {
    rule: 'A process that gets hints rarely looks for notifications by itself',
    file: 'src/adapters/queue/lane-notifier.ts',
    replace: 'hinted: 30_000',
    by: 'hinted: 500',
  },
];
