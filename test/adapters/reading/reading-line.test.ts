import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ReadingLine } from '#adapters/reading/reading-line.ts';
import type { Break } from '#test/break.ts';

/** Tasks that end when they are told to. */
function openLine() {
  const line = new ReadingLine();
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const run = (sender: string, name: string, signal?: AbortSignal) =>
    line.run(
      sender,
      () => {
        const { promise, resolve } = Promise.withResolvers<string>();
        running.push({ name, end: () => resolve(name) });
        return promise;
      },
      signal,
    );
  return { run, running };
}

describe('Documents that are read', () => {
  it('are read one at a time, in their order, also after one that failed', async () => {
    const { run, running } = openLine();
    const first = run('a', 'first');
    const second = run('b', 'second');
    const third = run('a', 'third');
    for (const name of ['first', 'second', 'third']) {
      await setImmediate();
      assert.deepEqual(
        running.map((task) => task.name),
        [name],
      );
      running.shift()?.end();
    }
    assert.deepEqual(await Promise.all([first, second, third]), ['first', 'second', 'third']);
    const line = new ReadingLine();
    await assert.rejects(
      line.run('a', () => Promise.reject(new Error('failed'))),
      /failed/,
    );
    assert.equal(await line.run('a', () => Promise.resolve('next')), 'next');
  });

  it('are read of others before the same sender has another turn', async () => {
    const { run, running } = openLine();
    const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('c', 'c1')];
    const order: (string | undefined)[] = [];
    for (let ended = 0; ended < all.length; ended++) {
      await setImmediate();
      order.push(running[0]?.name);
      running.shift()?.end();
    }
    assert.deepEqual(order, ['a1', 'b1', 'a2', 'c1', 'a3']);
    assert.equal((await Promise.all(all)).length, 5);
  });

  it('wait two of a sender and ten in all; others are to come back later', async () => {
    const { run, running } = openLine();
    const own = [run('a', '1'), run('a', '2'), run('a', '3')];
    const refused = { code: 'unavailable', status: 503, retryAfterSeconds: 2 };
    await assert.rejects(run('a', '4'), refused);
    const others = Array.from({ length: 8 }, (_, nth) => run(`b${nth}`, `b${nth}`));
    await assert.rejects(run('c', 'c'), refused);
    for (let ended = 0; ended < 11; ended++) {
      await setImmediate();
      running.shift()?.end();
    }
    assert.equal((await Promise.all([...own, ...others])).length, 11);
    const later = run('c', 'c');
    await setImmediate();
    running.shift()?.end();
    assert.equal(await later, 'c');
  });

  it('leave their place when their sender has gone', async () => {
    const { run, running } = openLine();
    const first = run('a', 'first');
    const gone = new AbortController();
    const leaving = run('a', 'leaving', gone.signal);
    const next = run('a', 'next');
    gone.abort(new Error('gone'));
    await assert.rejects(leaving, /gone/);
    await assert.rejects(run('a', 'late', gone.signal), /gone/);
    running.shift()?.end();
    await setImmediate();
    assert.deepEqual(
      running.map((task) => task.name),
      ['next'],
    );
    running.shift()?.end();
    assert.deepEqual(await Promise.all([first, next]), ['first', 'next']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Documents are read one at a time',
    file: 'src/adapters/reading/reading-line.ts',
    replace: 'if (this.#isBusy) await',
    by: 'if (this.#isBusy && signal !== undefined) await',
  },
  {
    rule: 'Two documents of a sender wait, and ten in all',
    file: 'src/adapters/reading/reading-line.ts',
    replace: 'own >= most.ofSender ||',
    by: 'own > most.ofSender ||',
  },
  {
    rule: 'A sender that has gone leaves its place in the line',
    file: 'src/adapters/reading/reading-line.ts',
    replace: '      quit();\n      reject',
    by: '      reject',
  },
  {
    rule: 'What a sender has waiting delays others by one document',
    file: 'src/adapters/reading/reading-line.ts',
    replace: 'this.#waiting.find((waiting) => waiting.sender !== sender) ?? ',
    by: '',
  },
];
