import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openToolWorld } from '#test/tools/tool-world.ts';

const rounds = 12;

describe('Jobs that ask for tools while their processes are killed', () => {
  it('all end, each with one charge, and no call has a second id', { timeout: 600_000 }, async () => {
    await using world = await openToolWorld();
    const { shop } = world;
    shop.dropsOneIn = 3;
    let service = await world.start();
    const caller = await world.caller(service);
    const jobs: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const release = shop.hold();
      const before = shop.requests().length;
      const prompt = `${round} [[tool:shop_find_orders {"status":"open"}]]`;
      jobs.push((await caller.at(service).enqueue({ prompt })).job_uuid);
      await shop.until(before + 1);
      // Some replies arrive before the process dies, and some are never read.
      if (round % 2 === 0) release();
      service.kill('SIGKILL');
      await service.exited;
      release();
      service = await world.start();
    }
    for (const id of jobs) assert.equal((await caller.at(service).untilFinal(id)).status, 'completed');
    assert.equal(await caller.at(service).used(), rounds);
    const ids = new Set(shop.requests().map(({ id }) => id));
    assert.equal(ids.size, rounds);
  });
});
