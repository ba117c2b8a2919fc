import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FairLine } from '#core/shared/fair-line.ts';
import type { Break } from '#test/break.ts';

/** Tasks that end when they are told to. */
function openLine(running = { ofSender: 1, inAll: 1 }) {
  const line = new FairLine<string>({ running, waiting: { ofSender: 2, inAll: 10 } });
  const tasks: { readonly name: string; readonly end: () => void }[] = [];
  const run = (name: string, signal?: AbortSignal) =>
    line.run(
      name.charAt(0),
      () => {
        const { promise, resolve } = Promise.withResolvers<string>();
        tasks.push({ name, end: () => resolve(name) });
        return promise;
      },
      signal,
    );
  const end = (name: string) => {
    const index = tasks.findIndex((task) => task.name === name);
    assert.ok(index !== -1, `${name} does not run`);
    tasks.splice(index, 1)[0]?.end();
    return setImmediate();
  };
  return { line, run, end, names: () => tasks.map(({ name }) => name) };
}

describe('A line for tasks of several senders', () => {
  it('runs one at a time where one may run, in their order, also after one that failed', async () => {
    const { line, run, end, names } = openLine();
    const all = [run('a1'), run('a2'), run('a3')];
    for (const name of ['a1', 'a2', 'a3']) {
      await setImmediate();
      assert.deepEqual(names(), [name]);
      await end(name);
    }
    assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3']);
    await assert.rejects(
      line.run('a', () => Promise.reject(new Error('failed'))),
      /failed/,
    );
    assert.equal(await line.run('a', () => Promise.resolve('next')), 'next');
  });

  it('gives each sender a turn before one has another', async () => {
    const { run, end, names } = openLine();
    const all = [run('a1'), run('a2'), run('a3'), run('b1'), run('b2'), run('c1')];
    const order: string[] = [];
    for (let ended = 0; ended < all.length; ended++) {
      await setImmediate();
      const [name = ''] = names();
      order.push(name);
      await end(name);
    }
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    assert.equal((await Promise.all(all)).length, 6);
  });

  it('keeps a place free for others while one sender has as many as it may', async () => {
    const { run, end, names } = openLine({ ofSender: 3, inAll: 4 });
    const own = [run('a1'), run('a2'), run('a3'), run('a4'), run('a5')];
    await setImmediate();
    assert.deepEqual(names(), ['a1', 'a2', 'a3']);
    const others = [run('b1'), run('b2'), run('c1')];
    await setImmediate();
    assert.deepEqual(names(), ['a1', 'a2', 'a3', 'b1']);
    await end('a1');
    assert.deepEqual(names(), ['a2', 'a3', 'b1', 'b2']);
    await end('a2');
    assert.deepEqual(names(), ['a3', 'b1', 'b2', 'c1']);
    for (const name of ['b1', 'b2', 'c1']) await end(name);
    assert.deepEqual(names(), ['a3', 'a4', 'a5']);
    for (const name of names()) await end(name);
    assert.equal((await Promise.all([...own, ...others])).length, 8);
  });

  it('refuses those for whom too many of their own wait, or of all', async () => {
    const { run, end, names } = openLine();
    const own = [run('a1'), run('a2'), run('a3')];
    const refused = { code: 'unavailable', status: 503, retryAfterSeconds: 2 };
    await assert.rejects(run('a4'), refused);
    const others = [...'bcdefghi'].map((name) => run(name));
    await assert.rejects(run('j'), refused);
    await setImmediate();
    for (let ended = 0; ended < 11; ended++) await end(names()[0] ?? '');
    assert.equal((await Promise.all([...own, ...others])).length, 11);
    const later = run('j');
    await setImmediate();
    await end('j');
    assert.equal(await later, 'j');
  });

  it('forgets those who leave', async () => {
    const { run, end, names } = openLine();
    const first = run('a1');
    const gone = new AbortController();
    const leaving = [run('a2', gone.signal), run('b1', gone.signal)];
    const next = run('a3');
    gone.abort(new Error('gone'));
    for (const each of leaving) await assert.rejects(each, /gone/);
    await assert.rejects(run('a4', gone.signal), /gone/);
    await setImmediate();
    await end('a1');
    assert.deepEqual(names(), ['a3']);
    await end('a3');
    assert.deepEqual(await Promise.all([first, next]), ['a1', 'a3']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Documents are read one at a time',
    file: 'src/core/shared/fair-line.ts',
    replace: 'this.#count((tasks) => tasks.running) < inAll',
    by: 'this.#count((tasks) => tasks.running) < inAll + 1',
  },
  {
    rule: 'No client has all connections of the search in documents',
    file: 'src/core/shared/fair-line.ts',
    replace: 'return running < ofSender && ',
    by: 'return ofSender > 0 && running < Number.POSITIVE_INFINITY && ',
  },
  {
    rule: 'Two documents of a sender wait, and ten in all',
    file: 'src/core/shared/fair-line.ts',
    replace: 'own.waiting.size >= ofSender ||',
    by: 'own.waiting.size > ofSender ||',
  },
  {
    rule: 'A sender that has gone leaves its place in the line',
    file: 'src/core/shared/fair-line.ts',
    replace: '      quit();\n      if (!isBusy(own))',
    by: '      if (!isBusy(own))',
  },
  {
    rule: 'What a sender has waiting delays others by one task',
    file: 'src/core/shared/fair-line.ts',
    replace: '      this.#senders.delete(sender);\n      if (isBusy(own))',
    by: '      if (isBusy(own))',
  },
];
