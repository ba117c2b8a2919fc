import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { Recovery } from '#core/turn/process/recovery.ts';
import type { Break } from '#test/break.ts';

const nothing = () => Promise.resolve();

it('The recovery tidies once a minute, and a second later while more is left than it removes at once', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let left = 2;
  let tidied = 0;
  const expired: number[] = [];
  await using recovery = new Recovery({
    turns: {
      assignedTo: () => Promise.resolve([]),
      abandon: nothing,
      recover: nothing,
      expire(queueTtlMs) {
        expired.push(queueTtlMs);
        return nothing();
      },
      tidy() {
        tidied += 1;
        left -= 1;
        return Promise.resolve(left > 0);
      },
    },
    running: { knows: () => false },
    processId: () => 'process',
    queueTtlMs: 1_000,
    onError: (_, error) => assert.fail(String(error)),
  });
  const counts: number[] = [];
  for (const moment of [30_000, 61_000, 62_500, 64_000, 123_000]) {
    now = moment;
    recovery.runIfDue();
    await turnOfLoop();
    counts.push(tidied);
  }
  assert.deepEqual(counts, [0, 1, 2, 2, 3]);
  assert.deepEqual([...new Set(expired)], [1_000]);
});

it('A turn that is unknown at two checks is lost, unless one between them was left out or failed', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const abandoned: string[] = [];
  const turns = {
    assignedTo: () => Promise.resolve(['turn']),
    abandon(_: string, lost: readonly string[]) {
      abandoned.push(...lost);
      return nothing();
    },
    recover: nothing,
    expire: nothing,
    tidy: () => Promise.resolve(false),
  };
  await using recovery = new Recovery({
    turns,
    running: { knows: () => false },
    processId: () => 'process',
    queueTtlMs: 1_000,
    onError: (_, error) => assert.match(String(error), /away/),
  });
  const check = async (assigned: boolean) => {
    now += 3_000;
    recovery.workIsDue({ lost: false, overdue: false, assigned, restMs: 0 });
    recovery.runIfDue();
    await turnOfLoop();
  };
  await check(true);
  await check(false);
  await check(true);
  assert.deepEqual(abandoned, []);
  t.mock.method(turns, 'assignedTo', () => Promise.reject(new Error('The database is away')), { times: 1 });
  await check(true);
  await check(true);
  assert.deepEqual(abandoned, []);
  await check(true);
  assert.deepEqual(abandoned, ['turn']);
});

it('Polls of all turns that processes hold rest as long as configured', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const looks: string[] = [];
  const look = (name: string) => () => {
    looks.push(`${name} ${now / 1_000}`);
    return Promise.resolve([]);
  };
  await using recovery = new Recovery({
    turns: {
      assignedTo: look('check'),
      abandon: nothing,
      recover: async () => void (await look('round')()),
      expire: nothing,
      tidy: () => Promise.resolve(false),
    },
    running: { knows: () => false },
    processId: () => 'process',
    queueTtlMs: 1_000,
    onError: (_, error) => assert.fail(String(error)),
  });
  for (const restMs of [0, 30_000]) {
    recovery.workIsDue({ lost: false, overdue: false, assigned: true, restMs });
    const until = now + 60_000;
    while (now < until) {
      now += 5_000;
      recovery.runIfDue();
      await turnOfLoop();
    }
  }
  const of = (name: string, from: number) =>
    looks.filter((each) => each.startsWith(name) && Number(each.split(' ')[1]) > from).length;
  assert.deepEqual([of('check', 60), of('round', 60)], [2, 2]);
  assert.deepEqual([of('check', 0) - 2, of('round', 0) - 2], [12, 6]);
});

export const breaks: readonly Break[] = [
  {
    rule: 'The search for lost turns rests as a look through the held turns does',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'Math.max(roundEveryMs, restMs)',
    by: 'roundEveryMs',
  },
  {
    rule: 'The search for turns that this process does not know rests as a look through the held turns does',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'Math.max(reconcileEveryMs, restMs)',
    by: 'reconcileEveryMs',
  },
  {
    rule: 'A turn is not lost that was unknown before and after a check that was left out',
    file: 'src/core/turn/process/recovery.ts',
    replace: `this.#unknown = nothing;
      if (assigned || isRound)`,
    by: 'if (assigned || isRound)',
  },
  {
    rule: 'A turn that is unknown at two checks in a row is lost',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'if (assigned || isRound) this.#unknown = await this.#reconcile(unknownBefore);',
    by: 'if (assigned || isRound) await this.#reconcile(unknownBefore);',
  },
  {
    rule: 'the recovery tidies on where more is left',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'if (await turns.tidy()) this.#lastTidying',
    by: 'if (!(await turns.tidy()) && false) this.#lastTidying',
  },
  {
    rule: 'A job expires when its limit is over, and not a hundred times later',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'turns.expire(queueTtlMs)',
    by: 'turns.expire(queueTtlMs * 100)',
  },
];
