import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Batcher, type Gathering } from '#adapters/postgres/database/batcher.ts';
import type { Break } from '#test/break.ts';

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

  describe('that gathers', () => {
    const hour = 3_600_000;

    it('sends what comes alone at once, and holds what follows until there are enough', async () => {
      const { batcher, batches } = gathering({ ms: hour, enough: 3 });
      await batcher.submit(1);
      await Promise.all([2, 3, 4].map((n) => batcher.submit(n)));
      assert.deepEqual(batches, [[1], [2, 3, 4]]);
    });

    it('waits no longer than it may', async () => {
      const { batcher, batches } = gathering({ ms: 30, enough: 3 });
      await batcher.submit(1);
      const since = performance.now();
      const held = batcher.submit(2);
      await new Promise(setImmediate);
      await Promise.all([held, batcher.submit(3)]);
      assert.deepEqual(batches, [[1], [2, 3]]);
      assert.ok(performance.now() - since >= 29, 'it had to wait');
    });
  });
});

function gathering(gathering: Gathering) {
  const batches: number[][] = [];
  const run = async (batch: readonly number[]) => {
    batches.push([...batch]);
    return batch;
  };
  return { batches, batcher: new Batcher<number, number>(run, 10, isNever, { gathering }) };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A request that comes alone does not wait',
    file: 'src/adapters/postgres/database/batcher.ts',
    replace: 'if (isAlone || ',
    by: 'if (',
  },
  {
    rule: 'Gathering ends when there are enough requests',
    file: 'src/adapters/postgres/database/batcher.ts',
    replace: 'if (this.#waiting.length >= enough) return false;',
    by: '',
  },
  {
    rule: 'Requests that do not come alone wait for others',
    file: 'src/adapters/postgres/database/batcher.ts',
    replace: 'const isAlone = now - this.#submittedAt > 2 * ms;',
    by: 'const isAlone = true;',
  },
  {
    rule: 'Gathering ends after its time',
    file: 'src/adapters/postgres/database/batcher.ts',
    replace: 'this.#gatheringTimer = setTimeout(() => this.#send(), ms);',
    by: 'this.#gatheringTimer = setTimeout(() => {}, ms);',
  },
];
