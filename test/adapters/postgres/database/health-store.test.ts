import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Value } from 'typebox/value';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresHealthStore } from '#adapters/postgres/database/health-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { Health } from '#contract/health.ts';
import type { Client } from '#core/clients/client.ts';
import { HealthCheck, type HealthCheckOptions } from '#core/health/health-check.ts';
import { presentHealth } from '#core/health/present-health.ts';
import { ProviderWatch } from '#core/health/provider-watch.ts';
import { Circuits } from '#core/models/circuit.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { unaskedProvider } from '#test/mock/unasked-provider.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

let testDatabase: TestDatabase;
let database: Database;
let turns: PostgresTurnStore;
let health: HealthCheck;
let circuits: Circuits;
let client: Client;

describe('the health of the service', () => {
  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 2);
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });
  beforeEach(async () => {
    await database.query('delete from turns');
    await database.query('delete from processes');
    circuits = new Circuits({ threshold: 1 });
    const store = new PostgresHealthStore(database);
    health = checkOf(store);
    client = await createClient(database);
  });

  it('passes when everything is at rest', async () => {
    assert.deepEqual(await health.run(), { database: 'pass', queue: 'pass', providers: 'pass' });
  });

  it('fails while the database answers reads only', async () => {
    const store = new PostgresHealthStore(database);
    const reading = checkOf(store, { takesWrites: () => false });
    assert.equal((await reading.run()).database, 'fail');
  });

  it('passes while a worker has jobs to do', async () => {
    await turns.register(randomUUID(), 60_000, 20);
    await enqueue();
    assert.equal((await health.run()).queue, 'pass');
  });

  it('fails when jobs wait and no process alive takes them', async () => {
    await enqueue();
    await turns.register(randomUUID(), 60_000, 0);
    await turns.register(randomUUID(), -1, 20);
    assert.equal((await health.run()).queue, 'fail');
  });

  it('fails when a job has waited for long although slots are free, but not when all are taken', async () => {
    const worker = randomUUID();
    await turns.register(worker, 60_000, 1);
    await enqueue('user-1');
    await turns.claim('standard', worker, 1);
    await enqueue('user-2');
    await database.query(`update turns set queued_at = now() - interval '2 minutes'`);
    assert.equal((await health.run()).queue, 'pass');
    await turns.register(randomUUID(), 60_000, 1);
    assert.equal((await health.run()).queue, 'fail');
  });

  it('does not blame the workers for a client or a user at its limit of concurrent turns', async () => {
    for (const limit of ['concurrent_turns', 'concurrent_turns_per_user']) {
      client = await createClient(database, { [limit]: 1 });
      const worker = randomUUID();
      await turns.register(worker, 60_000, 20);
      await enqueue();
      await turns.claim('standard', worker, 1);
      await enqueue();
      await database.query(`update turns set queued_at = now() - interval '2 minutes'`);
      assert.equal((await health.run()).queue, 'pass');
    }
  });

  it('warns while turns of a dead process are not taken over', async () => {
    const worker = randomUUID();
    await turns.register(worker, 60_000, 20);
    await startTurn(turns, client, ownerIn(client), { processId: worker });
    assert.equal((await health.run()).queue, 'pass');
    await database.query(`update processes set lease_until = now() - interval '1 second'`);
    assert.equal((await health.run()).queue, 'warn');
  });

  it('warns when one provider is away and fails when all are', async () => {
    circuits.admit('alpha')?.failed();
    assert.equal((await health.run()).providers, 'warn');
    circuits.admit('beta')?.failed();
    assert.equal((await health.run()).providers, 'fail');
  });

  it('answers within two seconds when the database hangs', async () => {
    await using hanging = await hangingServer();
    const store = new PostgresHealthStore(hanging.database);
    const providers = providersOf(circuits);
    // Known, so that asking them takes no time of it.
    await providers.status();
    // Timers fire in the order of their times, however late.
    const late = delay(2_000, 'late');
    const hung = new HealthCheck({ store, takesWrites: () => true, providers }).run();
    const expected = { database: 'fail', queue: 'fail', providers: 'pass' };
    assert.deepEqual(await Promise.race([hung, late]), expected);
  });

  it('is as bad as its worst part', async () => {
    const checks = { database: 'pass', queue: 'warn', providers: 'pass' } as const;
    const warned = presentHealth(checks, '1.2.3', client);
    assert.deepEqual([...Value.Errors(Health, warned)], []);
    assert.deepEqual([warned.ok, warned.status], [true, 'warn']);
    const failed = presentHealth({ ...checks, database: 'fail' }, '1.2.3', client);
    assert.deepEqual([failed.ok, failed.status], [false, 'fail']);
  });
});

function enqueue(user?: string) {
  return startTurn(turns, client, ownerIn(client, user), { kind: 'job', ifBusy: 'queue' });
}

/** With time for a database on a busy machine. */
function checkOf(store: PostgresHealthStore, more: Partial<HealthCheckOptions> = {}): HealthCheck {
  const providers = providersOf(circuits);
  return new HealthCheck({ store, takesWrites: () => true, providers, timeoutMs: 60_000, ...more });
}

function providersOf(circuits: Circuits): ProviderWatch {
  return new ProviderWatch({ providers: [unaskedProvider('alpha'), unaskedProvider('beta')], circuits });
}

/** A server that accepts connections and never sends a byte. */
async function hangingServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const database = new Database({ connectionString: `postgres://x@127.0.0.1:${address.port}/x` });
  return {
    database,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await database[Symbol.asyncDispose]();
    },
  };
}

export const breaks: readonly Break[] = [
  {
    rule: 'Health with a key asks whether the database takes writes',
    file: 'src/core/health/health-check.ts',
    replace: "return takesWrites() ? 'pass' : 'fail';",
    by: `takesWrites();
      return 'pass';`,
  },
];
