import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ChangeWatch } from '#core/shared/change-watch.ts';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';

const { signal } = new AbortController();

describe('readers that wait for a change', () => {
  it('share polls of bounded length, one query for all that wait for the same', async () => {
    const polls: (readonly number[])[] = [];
    using watch = watchOf((asked) => {
      polls.push(asked);
      return asked.map(() => true);
    });
    const waiting = Array.from({ length: 1_200 }, (_, place) => wait(watch, place % 600));
    assert.ok((await Promise.all(waiting)).every((isNews) => isNews));
    assert.deepEqual(
      polls.map(({ length }) => length),
      [256, 256, 88],
    );
  });

  it('are answered when there is news for them, and not before', async () => {
    let news = -1;
    let polls = 0;
    using watch = watchOf((asked) => {
      polls += 1;
      return asked.map((query) => query === news);
    });
    const [first, second] = [wait(watch, 1), wait(watch, 2)];
    await until(() => polls > 1);
    news = 2;
    assert.equal(await second, true);
    news = 1;
    assert.equal(await first, true);
  });

  it('are answered without news when their time is over, when they leave, and when the watch stops', async () => {
    const leaving = new AbortController();
    const watch = watchOf((asked) => asked.map(() => false));
    const waiting = [
      wait(watch, 1, 20),
      wait(watch, 2, 10_000, leaving.signal),
      wait(watch, 3),
      wait(watch, 4, 0),
    ];
    leaving.abort();
    watch[Symbol.dispose]();
    assert.deepEqual(await Promise.all(waiting), [null, null, null, null]);
    assert.equal(await wait(watch, 5), null);
  });

  it('are polled for again within 5 s, however long the previous poll took', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let polls = 0;
      const poll = async () => {
        polls += 1;
        return [polls === 2];
      };
      using watch = new ChangeWatch<number, boolean>({ ...options, restFactor: 1e6, poll });
      const news = wait(watch, 1, 60_000);
      mock.timers.tick(50);
      await setImmediate();
      assert.equal(polls, 1);
      mock.timers.tick(5_000);
      assert.equal(polls, 2);
      assert.equal(await news, true);
    } finally {
      mock.timers.reset();
    }
  });

  it('fail alone where their query does', async () => {
    const gone = new Error('gone');
    using watch = watchOf((asked) => asked.map((query) => (query === 1 ? gone : true)));
    const [failed, other] = await Promise.allSettled([wait(watch, 1), wait(watch, 2)]);
    assert.deepEqual(failed, { status: 'rejected', reason: gone });
    assert.deepEqual(other, { status: 'fulfilled', value: true });
  });

  it('learn that a poll has failed, and the next readers are polled for again', async () => {
    let isAway = true;
    using watch = watchOf((asked) => {
      if (isAway) throw new Error('away');
      return asked.map(() => true);
    });
    await assert.rejects(wait(watch, 1), /away/);
    isAway = false;
    assert.equal(await wait(watch, 1), true);
  });
});

const options = { everyMs: 5, restFactor: 1, keyOf: String, signatureOf: String };

function watchOf(poll: (asked: readonly number[]) => readonly (boolean | Error)[]) {
  return new ChangeWatch<number, boolean>({ ...options, poll: async (asked) => poll(asked) });
}

function wait(watch: ChangeWatch<number, boolean>, query: number, waitMs = 10_000, ends = signal) {
  return watch.news(query, Boolean, { signal: ends, waitMs });
}

export const breaks: readonly Break[] = [
  {
    rule: 'After a slow poll, waiting readers are polled for again within 5 s',
    file: 'src/core/shared/change-watch.ts',
    replace: 'Math.min(tookMs * restFactor, longestRestMs)',
    by: 'tookMs * restFactor',
  },
  {
    rule: 'What one query is refused for fails no reader of another',
    file: 'src/core/shared/change-watch.ts',
    replace: 'if (state instanceof Error) watched.fail(state);',
    by: 'if (state instanceof Error) throw state;',
  },
];
