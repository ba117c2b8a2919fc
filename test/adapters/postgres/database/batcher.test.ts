import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Batcher } from '#adapters/postgres/database/batcher.ts';

const isNever = () => false;

describe('a batcher', () => {
  it('sends together what arrives together, and answers each in its place', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher<number, string>(
      async (batch) => {
        batches.push([...batch]);
        return batch.map((n) => `answer ${n}`);
      },
      3,
      isNever,
    );
    const answers = await Promise.all([1, 2, 3, 4].map((n) => batcher.submit(n)));
    assert.deepEqual(answers, ['answer 1', 'answer 2', 'answer 3', 'answer 4']);
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
  });

  it('has one batch under way at a time, and the next one leaves before the answers are delivered', async () => {
    const events: string[] = [];
    let underWay = 0;
    const batcher = new Batcher<number, number>(
      async (batch) => {
        assert.equal(++underWay, 1);
        await new Promise(process.nextTick);
        events.push(`send ${batch}`);
        await new Promise(setImmediate);
        underWay -= 1;
        return batch;
      },
      1,
      isNever,
    );
    await Promise.all([1, 2].map(async (n) => events.push(`told ${await batcher.submit(n)}`)));
    assert.deepEqual(events, ['send 1', 'send 2', 'told 1', 'told 2']);
  });

  it('sends again one by one what failed together, so that one bad request fails alone', async () => {
    const batcher = new Batcher<number, number>(
      async (batch) => {
        if (batch.includes(2)) throw new Error(`bad batch of ${batch.length}`);
        return batch;
      },
      10,
      isNever,
    );
    const results = await Promise.allSettled([1, 2, 3].map((n) => batcher.submit(n)));
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
      [1, 'bad batch of 1', 3],
    );
    assert.equal(await batcher.submit(4), 4);
  });

  it('fails all at once where the connection is what failed', async () => {
    let calls = 0;
    const batcher = new Batcher<number, number>(
      () => {
        calls += 1;
        return Promise.reject(new Error('away'));
      },
      10,
      () => true,
    );
    const results = await Promise.allSettled([1, 2].map((n) => batcher.submit(n)));
    assert.deepEqual(
      results.map((result) => result.status),
      ['rejected', 'rejected'],
    );
    assert.equal(calls, 1);
  });
});
