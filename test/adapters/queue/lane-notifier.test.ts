import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { BossLaneNotifier } from '#adapters/queue/lane-notifier.ts';
import type { Lane } from '#contract/jobs.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

describe('the notifier', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let notifier: BossLaneNotifier;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 4);
    notifier = await startNotifier();
  });
  after(async () => {
    await notifier[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('notifies once the job is stored, which a failed notification does not undo', async () => {
    const client = await createClient(database);
    const seen = Promise.withResolvers<unknown>();
    const broken = new PostgresTurnStore(database, {
      async notify() {
        seen.resolve(await database.query('select state from turns where client_id = $1', [client.id]));
        throw new Error('the notification failed');
      },
    });
    const { turnId } = await startTurn(broken, client, ownerIn(client), { kind: 'job' });
    assert.deepEqual(await seen.promise, [{ state: 'queued' }]);
    assert.deepEqual(await database.query('select id from turns'), [{ id: turnId }]);
    assert.deepEqual(await waitingNotifications(), []);
  });

  it('does not pile up: one notification that no process has received stands for every job of its lane', async () => {
    const client = await createClient(database);
    const turns = new PostgresTurnStore(database, notifier);
    const admit = (lane: Lane) =>
      startTurn(turns, client, ownerIn(client), { kind: 'job', lane, priority: lane === 'priority' });
    for (let i = 0; i < 5; i++) await admit('standard');
    await Promise.all(Array.from({ length: 40 }, () => admit('priority')));
    await until(async () => (await waitingNotifications()).length === 2);
    assert.deepEqual(await waitingNotifications(), ['turns-priority', 'turns-standard']);
  });

  it('is not heard by a process without a free slot, but by one that has one', async () => {
    let asked = 0;
    const busy = await startNotifier();
    const twice = Promise.withResolvers<void>();
    const hasFreeSlot = () => {
      if (++asked === 4) twice.resolve();
      return false;
    };
    busy.listen({ hasFreeSlot, onNotification: () => assert.fail('it was notified') });
    await notifier.notify(['standard', 'priority'], database);
    await twice.promise;
    assert.equal((await waitingNotifications()).length, 2);
    await busy[Symbol.asyncDispose]();

    const idle = await startNotifier();
    const notified = Promise.withResolvers<void>();
    idle.listen({ hasFreeSlot: () => true, onNotification: () => notified.resolve() });
    await notified.promise;
    await idle[Symbol.asyncDispose]();
    await notifier.notify(['standard', 'priority'], database);
  });

  it('hears at once by a hint, also after the connection for hints was lost', async () => {
    const listening = await startNotifier();
    let heard = 0;
    listening.listen({ hasFreeSlot: () => true, onNotification: () => (heard += 1) });
    const isHeard = async () => {
      const before = heard;
      await notifier.notify(['standard'], database);
      await until(() => heard > before);
    };
    let lost: number | undefined;
    for (const connection of ['first', 'second']) {
      const pid = await until(async () => {
        const found = await hintsPid();
        return found !== lost && found;
      });
      // The process looks when it is connected, and then rests.
      await isHeard();
      const startedAt = performance.now();
      await isHeard();
      const tookMs = performance.now() - startedAt;
      assert.ok(tookMs < 5_000, `${connection}: ${tookMs} ms`);
      lost = pid;
      await database.query('select pg_terminate_backend($1)', [pid]);
    }
    await listening[Symbol.asyncDispose]();
  });

  it('looks every half a second where there are no hints', async () => {
    const listening = await startNotifier('transaction');
    let heard = 0;
    listening.listen({ hasFreeSlot: () => true, onNotification: () => (heard += 1) });
    for (const _time of [1, 2]) {
      const before = heard;
      const startedAt = performance.now();
      await notifier.notify(['standard'], database);
      await until(() => heard > before);
      assert.ok(performance.now() - startedAt < 5_000);
    }
    assert.equal(await hintsPid(), undefined);
    await listening[Symbol.asyncDispose]();
  });

  /** The session that listens for hints. */
  async function hintsPid(): Promise<number | undefined> {
    const [session] = await database.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`,
    );
    return session?.pid;
  }

  function startNotifier(guards: 'startup' | 'transaction' = 'startup'): Promise<BossLaneNotifier> {
    return BossLaneNotifier.start({
      connectionString: testDatabase.url,
      guards,
      onError: (error) => assert.fail(String(error)),
    });
  }

  async function waitingNotifications(): Promise<string[]> {
    const rows = await database.query<{ name: string }>(
      `select name from pgboss.job where state = 'created' and name like 'turns-%' order by name`,
    );
    return rows.map((row) => row.name);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A notification comes with a hint',
    file: 'src/adapters/queue/lane-notifier.ts',
    replace: "await within.query('select pg_notify($1, $2)', [hintChannel, lane]);",
    by: '',
  },
  {
    rule: 'The connection for hints is opened again when it was lost',
    file: 'src/adapters/queue/hint-channel.ts',
    replace: 'if (this.#isStopped) return;',
    by: 'if (!this.#isStopped) return;',
  },
  {
    rule: 'Behind a pooler in transaction mode there is no connection for hints',
    file: 'src/adapters/queue/lane-notifier.ts',
    replace: "guards === 'transaction' ? null",
    by: 'guards === null ? null',
  },
  {
    rule: 'Without hints, a process looks for notifications twice a second',
    file: 'src/adapters/queue/lane-notifier.ts',
    replace: 'alone: 500',
    by: 'alone: 10_000',
  },
];
