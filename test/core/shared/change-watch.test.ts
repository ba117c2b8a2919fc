import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ChangeWatch } from '#core/shared/change-watch.ts';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';

const { signal } = new AbortController();

describe('readers that wait for a change', () => {
  it('share looks of bounded length, one query for all that wait for the same', async () => {
    const looks: (readonly number[])[] = [];
    using watch = watchOf((asked) => {
      looks.push(asked);
      return asked.map(() => true);
    });
    const waiting = Array.from({ length: 1_200 }, (_, place) => watch.wait(place % 600, 10_000, signal));
    assert.ok((await Promise.all(waiting)).every((isNews) => isNews));
    assert.deepEqual(
      looks.map(({ length }) => length),
      [500, 100],
    );
  });

  it('are answered when there is news for them, and not before', async () => {
    let news = -1;
    let looks = 0;
    using watch = watchOf((asked) => {
      looks += 1;
      return asked.map((query) => query === news);
    });
    const [first, second] = [watch.wait(1, 10_000, signal), watch.wait(2, 10_000, signal)];
    await until(() => looks > 1);
    news = 2;
    assert.equal(await second, true);
    news = 1;
    assert.equal(await first, true);
  });

  it('are answered without news when their time is over, when they leave, and when the watch stops', async () => {
    const leaving = new AbortController();
    const watch = watchOf((asked) => asked.map(() => false));
    const waiting = [
      watch.wait(1, 20, signal),
      watch.wait(2, 10_000, leaving.signal),
      watch.wait(3, 10_000, signal),
      watch.wait(4, 0, signal),
    ];
    leaving.abort();
    watch[Symbol.dispose]();
    assert.deepEqual(await Promise.all(waiting), [false, false, false, false]);
    assert.equal(await watch.wait(5, 10_000, signal), false);
  });

  it('are looked for again within 5 s, however long the look before took', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let looks = 0;
      const look = async () => {
        looks += 1;
        return [looks === 2];
      };
      using watch = new ChangeWatch<number>({ everyMs: 5, restFactor: 1e6, keyOf: String, look });
      const news = watch.wait(1, 60_000, signal);
      mock.timers.tick(50);
      await setImmediate();
      assert.equal(looks, 1);
      mock.timers.tick(5_000);
      assert.equal(looks, 2);
      assert.equal(await news, true);
    } finally {
      mock.timers.reset();
    }
  });

  it('learn that a look has failed, and the next readers are looked for again', async () => {
    let isAway = true;
    using watch = watchOf((asked) => {
      if (isAway) throw new Error('away');
      return asked.map(() => true);
    });
    await assert.rejects(watch.wait(1, 10_000, signal), /away/);
    isAway = false;
    assert.equal(await watch.wait(1, 10_000, signal), true);
  });
});

function watchOf(look: (asked: readonly number[]) => readonly boolean[]): ChangeWatch<number> {
  return new ChangeWatch({ everyMs: 5, restFactor: 1, keyOf: String, look: async (asked) => look(asked) });
}

export const breaks: readonly Break[] = [
  {
    rule: 'After a slow look, waiting readers are looked for again within 5 s',
    file: 'src/core/shared/change-watch.ts',
    replace: 'Math.min(tookMs * restFactor, longestRestMs)',
    by: 'tookMs * restFactor',
  },
];
