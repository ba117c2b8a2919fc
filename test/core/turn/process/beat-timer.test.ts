import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { BeatTimer } from '#core/turn/process/beat-timer.ts';
import type { Break } from '#test/break.ts';

it('brings a beat forward and never puts one off', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const beat = mock.fn();
  const timer = new BeatTimer(beat);
  timer.schedule(60_000);
  timer.hasten(90_000);
  t.mock.timers.tick(60_000);
  assert.equal(beat.mock.callCount(), 1);
  timer.schedule(60_000);
  timer.hasten(10_000);
  t.mock.timers.tick(10_000);
  assert.equal(beat.mock.callCount(), 2);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A heartbeat that is due soon is never put off',
    file: 'src/core/turn/process/beat-timer.ts',
    replace: ' || this.#dueAt <= performance.now() + delayMs',
    by: '',
  },
];
