import { afterEach, beforeEach, mock } from 'node:test';

export interface FakeClock {
  /** What `performance.now()` says, in milliseconds. */
  now(): number;
  /** Lets time pass in steps of a millisecond, with the timers that become due. */
  pass(ms: number): void;
  /** Moves the clock by `ms` and the timers by `timersMs`, because a timer may come late. */
  jump(ms: number, timersMs: number): void;
}

/** Replaces `performance.now()` and `setTimeout` in each test of the suite that calls this. */
export function useFakeClock(): FakeClock {
  let now = 0;
  beforeEach(() => {
    now = 1_000;
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => now);
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });
  return {
    now: () => now,
    pass(ms) {
      for (let passed = 0; passed < ms; passed++) {
        now += 1;
        mock.timers.tick(1);
      }
    },
    jump(ms, timersMs) {
      now += ms;
      mock.timers.tick(timersMs);
    },
  };
}
