import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { createEmptyDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';
import { askToCancel, decide, type SweptAction, settleLedger } from '#test/tools/action-sweep.ts';
import { StatementKills, sidesOfBoundaries } from '#test/tools/statement-kills.ts';
import { openToolWorld } from '#test/tools/tool-world.ts';
import { unpackRelease } from '#test/upgrade/release.ts';
import type { JobCaller } from '#test/world/job-caller.ts';

const asksForOrders = '[[tool:shop_find_orders {"status":"open"}]]';
/** The statements behind a tool's reply at which the process dies. */
const places = [0, 1, 2];

describe('Tools, while processes of 0.4.0 run beside those of this version', () => {
  it('are not offered, and what was begun before happens at most once, and ends', {
    timeout: 1_800_000,
  }, async (t) => {
    await using release = await unpackRelease('0.4.0');
    await using world = await openToolWorld(createEmptyDatabase);
    const startOld = () => world.start({}, release.main);
    const old = await startOld();
    const first = await world.start();
    await using kills = await StatementKills.start(world.databaseUrl);
    const caller = await world.caller(first);
    const { shop, database } = world;

    assert.match(await answerOf(caller, asksForOrders), /is not offered here/);
    assert.deepEqual(shop.requests(), []);
    await old[Symbol.asyncDispose]();
    await until(async () => /Order 7/.test(await answerOf(caller, asksForOrders)));

    const waiting = await askToCancel(caller);
    const swept: SweptAction[] = [];
    const jobs: string[] = [];
    await first[Symbol.asyncDispose]();
    for (const nth of places) {
      for (const side of sidesOfBoundaries) {
        await using victim = await world.start({ DATABASE_URL: kills.url });
        const here = caller.at(victim);
        const id = await askToCancel(here);
        const resume = shop.hold();
        const before = shop.requests().length;
        const { ok: isAcknowledged } = await decide(here, id);
        const job = await here.as('user-2').enqueue({ prompt: asksForOrders });
        await shop.until(before + 2);
        await using beside = await startOld();
        kills.arm({ nth, side }, () => victim.kill('SIGKILL'));
        resume();
        await victim.exited;
        kills.disarm();
        jobs.push(job.job_uuid);
        swept.push({ asker: caller, id, where: `${side} ${nth}`, isAcknowledged });
        // The one of 0.4.0 takes over what was left, alone.
        await until(async () => (await openTurns(database)) === 0);
        assert.equal((await caller.at(beside).as('user-2').job(job.job_uuid)).status, 'completed');
        await beside[Symbol.asyncDispose]();
      }
    }

    const last = await world.start();
    const settled = swept.map((action) => ({ ...action, asker: caller.at(last) }));
    const ledger = await settleLedger(shop, { boundaries: settled.length, actions: settled });
    t.diagnostic(JSON.stringify({ ...ledger, jobs: jobs.length }));
    assert.deepEqual([ledger.doubled, ledger.silent], [0, 0]);
    assert.equal(ledger.effects, ledger.boundaries);
    // It was asked before processes of 0.4.0 came and went, and is asked still.
    assert.equal((await decide(caller.at(last), waiting)).status, 202);
    await until(() => shop.effects(`call_${waiting}`).length === 1);
  });
});

async function answerOf(caller: JobCaller, prompt: string): Promise<string> {
  const response = await caller.send('/stream', { prompt });
  return response.text();
}

async function openTurns(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int from turns where state in ('queued', 'running')`,
  );
  return row?.count ?? 0;
}
