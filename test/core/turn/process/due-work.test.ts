import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type DueWork, DueWorkWatch } from '#core/turn/process/due-work.ts';
import type { Break } from '#test/break.ts';

it('The longer a poll of the held turns takes, the less often it runs, while everything else is polled each second', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let tookMs = 1;
  const asked: boolean[] = [];
  const told: DueWork[] = [];
  const nothing = { queued: false, overdue: false, lost: false, erasures: false, deliveries: false };
  await using watch = new DueWorkWatch({
    store: {
      dueWork(_, __, withHeld) {
        asked.push(withHeld);
        const held = { assigned: asked.length > 3, busyElsewhere: asked.length, tookMs };
        return Promise.resolve({ ...nothing, held: withHeld ? held : null });
      },
    },
    processId: () => 'process',
    queueTtlMs: 1_000,
    onError: (_, error) => assert.fail(String(error)),
  });
  watch.onDue((due) => told.push(due));
  const second = async () => {
    const before = told.length;
    now += 1_000;
    t.mock.timers.tick(1_000);
    while (told.length === before) await Promise.resolve();
  };
  const seconds = async (count: number) => {
    asked.length = 0;
    for (let each = 0; each < count; each += 1) await second();
    return asked.map(Number).join('');
  };
  assert.equal(await seconds(3), '111');
  tookMs = 40;
  assert.equal(await seconds(9), '100010001');
  assert.deepEqual([watch.busyElsewhere, told.at(-2)?.assigned, told.at(-1)?.assigned], [9, true, true]);
  assert.equal(told.at(-1)?.restMs, 4_000);
  tookMs = 10_000;
  assert.equal(await seconds(70), `0001${'0'.repeat(59)}1${'0'.repeat(6)}`);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A look through the held turns rests a hundred times as long as it took',
    file: 'src/core/turn/process/due-work.ts',
    replace: 'this.#nextLookThroughHeld = now + this.#restMs;',
    by: '',
  },
  {
    rule: 'A look through the held turns comes once a minute, however long it takes',
    file: 'src/core/turn/process/due-work.ts',
    replace: 'Math.min(restShare * this.#held.tookMs, mostRestMs)',
    by: 'restShare * this.#held.tookMs',
  },
];
