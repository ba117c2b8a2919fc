import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { openAuditedWorld } from '#test/auditor/audited-world.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { countBranches, neverTaken } from '#test/faults/fault-branches.ts';
import { footprintOf } from '#test/faults/fault-footprint.ts';
import { measureRecovery } from '#test/faults/fault-recovery.ts';
import { nothingIsKept, settle, slotsAreBack } from '#test/faults/fault-rest.ts';
import { FaultServices } from '#test/faults/fault-services.ts';
import { startProcess, type TestService } from '#test/world/process.ts';

const noPatienceMs = 0;
const idle = 'setInterval(() => {}, 1_000)';

describe('A fault run', () => {
  test('names the rare branches that it never took', async () => {
    await using world = await openAuditedWorld();
    const { database, journal, logs } = world;
    const branches = await countBranches({ database, journal, logs, cuts: 0 });
    assert.equal(branches['rescued'], 1);
    const never = neverTaken(branches);
    assert.ok(!never.includes('rescued'));
    for (const branch of [
      'stale writes',
      'refunded',
      'write stall',
      'idle timeout',
      'midnights',
      'connections cut',
    ]) {
      assert.ok(never.includes(branch), branch);
    }
    for (const dimension of ['client requests', 'user requests', 'user priority', 'user deep_dive']) {
      assert.ok(never.includes(`quota_exceeded ${dimension}`), dimension);
    }
  });

  test('measures from the death of a process to the next attempt of its job', async () => {
    await using world = await openAuditedWorld();
    const { database, job } = world;
    await database.query(`update test_history set at = to_timestamp(1_000_000 + n * 10)`);
    const [died] = await database.query<{ n: number; later: number }>(
      `select a.n::int, b.n::int as later from test_history a
       join test_history b on b.turn_id = a.turn_id and b.attempt = 2 and b.state = 'running'
       where a.turn_id = $1 and a.attempt = 1 and a.state = 'running'`,
      [job.turn.turnId],
    );
    assert.ok(died !== undefined && died.later > died.n);
    const at = (1_000_000 + died.n * 10 + 1) * 1_000;
    const { jobs, runs, back } = await measureRecovery(database, [{ name: 'parley', by: 'kill', at }]);
    const ms = (died.later - died.n) * 10_000 - 1_000;
    assert.deepEqual({ jobs, runs }, { jobs: 1, runs: { p50: ms, p99: ms, max: ms } });
    assert.ok(back.max > 0 && back.max < ms, `${back.max} ms`);
    const none = await measureRecovery(database, [{ name: 'another', by: 'kill', at }]);
    assert.equal(none.jobs, 0);
  });

  test('does not come to rest while a turn is queued, or with a worker slot less', async () => {
    await using world = await openAuditedWorld();
    const { database } = world;
    await settle(database, () => '', noPatienceMs);
    await database.query(`update turns set state = 'queued' where id = $1`, [world.job.turn.turnId]);
    await assert.rejects(
      settle(database, () => '', noPatienceMs),
      /1 turns never ended/,
    );
    await database.query(`update turns set state = 'running' where id = $1`, [world.job.turn.turnId]);
    await slotsAreBack(database, 1, noPatienceMs);
    await assert.rejects(slotsAreBack(database, 2, noPatienceMs), /a worker slot was lost/);
  });

  test('finds a transaction that stayed open', async () => {
    await using testDatabase = await createTestDatabase();
    const connectionString = testDatabase.url;
    await using database = new Database({ connectionString });
    await using service = new Database({ connectionString, applicationName: 'parley-0' });
    await using process = startNode(idle);
    const named = { name: 'parley-0', service: process };
    await service.transaction(async (transaction) => {
      await transaction.query(`select set_config('idle_in_transaction_session_timeout', '0', true)`);
      await assert.rejects(nothingIsKept(database, named, null, noPatienceMs), /a transaction stayed open/);
    });
    await nothingIsKept(database, named, null);
  });

  for (const [what, leak] of [
    ['sockets or files', `for (let i = 0; i < 50; i++) require('fs').openSync('/dev/null')`],
    ['memory', 'globalThis.kept = Array.from({ length: 50 }, () => Buffer.alloc(1024 * 1024))'],
  ] as const) {
    test(`finds a process that keeps ${what}`, async () => {
      await using testDatabase = await createTestDatabase();
      await using database = new Database({ connectionString: testDatabase.url });
      await using service = startNode(
        `process.once('SIGUSR2', () => { ${leak}; console.log('leaked') }); ${idle}; console.log('ready')`,
      );
      await service.printed(/ready/);
      const before = await footprintOf(service);
      const named = { name: 'parley-0', service };
      await nothingIsKept(database, named, before, noPatienceMs);
      service.kill('SIGUSR2');
      await service.printed(/leaked/);
      // Systems without /proc report nothing.
      if (before === null) return;
      await assert.rejects(nothingIsKept(database, named, before, noPatienceMs), /more is held than before/);
    });
  }

  for (const [what, code, told] of [
    ['by itself', '', /ended by itself/],
    ['badly', `process.once('SIGTERM', () => process.exit(1)); ${idle}`, /ended badly/],
  ] as const) {
    test(`finds a process that ended ${what}`, async () => {
      const started: TestService[] = [];
      const services = new FaultServices({
        start: async () => {
          const service = startNode(`${code}; console.log('ready')`);
          started.push(service);
          await service.printed(/ready/);
          return service;
        },
      });
      await services.fill();
      if (what === 'by itself') await Promise.all(started.map(({ exited }) => exited));
      await services.leaveOne();
      await assert.rejects(services.end(), told);
    });
  }
});

/** A process in place of a service, which runs the given code. */
function startNode(code: string): TestService {
  const started = startProcess(process.execPath, ['--inspect=127.0.0.1:0', '-e', code]);
  return { ...started, port: 0, origin: '', dataFolder: '' };
}
