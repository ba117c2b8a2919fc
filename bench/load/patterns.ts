import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Exchanges } from './exchange.ts';
import type { Pattern } from './profile.ts';

/** Runs the pattern to its end; `onHeld` is called once all streams of a `hold` have text. */
export function runPattern(pattern: Pattern, exchanges: Exchanges, onHeld: () => void): Promise<void> {
  switch (pattern.kind) {
    case 'closed':
      return closedLoop(pattern, exchanges);
    case 'open':
      return openLoop(pattern, exchanges, () => {});
    case 'hold':
      return hold(pattern, exchanges, onHeld);
  }
}

async function closedLoop(pattern: Pattern & { kind: 'closed' }, exchanges: Exchanges): Promise<void> {
  let next = 0;
  const worker = async (index: number) => {
    await delay((pattern.rampMs * index) / pattern.concurrency);
    while (next < pattern.requests) {
      next += 1;
      await exchanges.run(next - 1, performance.now());
    }
  };
  await Promise.all(Array.from({ length: pattern.concurrency }, (_, index) => worker(index)));
}

async function openLoop(
  pattern: Pattern & { kind: 'open' | 'hold' },
  exchanges: Exchanges,
  onFirstText: () => void,
): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  while (running.length < pattern.requests) {
    const dueAt = startedAt + (running.length * 1000) / pattern.perSecond;
    if (dueAt > performance.now()) await delay(dueAt - performance.now());
    running.push(exchanges.run(running.length, dueAt, onFirstText));
  }
  await Promise.all(running);
}

/** Ends with stdin: the streams are dropped, so no response is awaited. */
async function hold(
  pattern: Pattern & { kind: 'hold' },
  exchanges: Exchanges,
  onHeld: () => void,
): Promise<void> {
  let held = 0;
  const onFirstText = () => {
    held += 1;
    if (held === pattern.requests) onHeld();
  };
  const stdinEnds = once(process.stdin.resume(), 'end');
  await Promise.race([openLoop(pattern, exchanges, onFirstText), stdinEnds]);
}
