import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { Recovery } from '#core/turn/process/recovery.ts';

it('The recovery tidies once a minute, and a second later while more is left than it removes at once', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let left = 2;
  let tidied = 0;
  const nothing = () => Promise.resolve();
  await using recovery = new Recovery({
    turns: {
      assignedTo: () => Promise.resolve([]),
      abandon: nothing,
      recover: nothing,
      expire: nothing,
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
});
