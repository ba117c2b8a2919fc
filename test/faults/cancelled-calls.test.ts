import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '#test/reading/until.ts';
import { openToolWorld, type ToolWorld } from '#test/tools/tool-world.ts';
import { processUsage } from '../../bench/support/process-usage.ts';

const jobs = 15;
const measuredSeconds = 5;
/** A part of one processor. Heartbeats and chores take a few hundredths. */
const mostShare = 0.2;

describe('A process whose calls of tools were cancelled', () => {
  it('rests, and keeps no connection to their server', { timeout: 300_000 }, async (t) => {
    await using world = await openToolWorld();
    const service = await world.start();
    const caller = await world.caller(service);
    const release = world.shop.hold();
    const prompt = '[[tool:shop_find_orders {"status":"open"}]]';
    const asked = await Promise.all(Array.from({ length: jobs }, () => caller.enqueue({ prompt })));
    await world.shop.until(jobs);
    for (const { job_uuid: id } of asked) assert.equal((await caller.cancel(id)).status, 'cancelled');
    await until(async () => (await world.shop.connections()) === 0);
    const before = processUsage(service.pid).cpuMs;
    const seconds = await pass(world, measuredSeconds);
    const share = (processUsage(service.pid).cpuMs - before) / 1_000 / seconds;
    t.diagnostic(`${share.toFixed(3)} of a processor over ${seconds.toFixed(1)} s`);
    assert.ok(share < mostShare, `${share} of a processor`);
    release();
    assert.equal(world.shop.requests().length, jobs);
  });
});

/** The clock is the lease, which every heartbeat of the process moves on. */
async function pass({ database }: ToolWorld, seconds: number): Promise<number> {
  const now = async () => {
    const [row] = await database.query<{ at: number }>(
      'select extract(epoch from max(lease_until))::float8 as at from processes',
    );
    return row?.at ?? 0;
  };
  const begun = await now();
  return until(async () => {
    const passed = (await now()) - begun;
    return passed > seconds && passed;
  });
}
