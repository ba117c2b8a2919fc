import { setTimeout as delay } from 'node:timers/promises';

export interface SaturateOptions {
  readonly requests: number;
  readonly concurrency: number;
  /**
   * When to begin, by the clock of the machine, for programs that run side by side; a time in the past means at once.
   */
  readonly startAt?: number;
}

export interface Rate {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Runs the action this many times at the given concurrency; returns the rate and the duration of one action. */
export async function saturate(
  action: (number: number) => Promise<unknown>,
  { requests, concurrency, startAt = 0 }: SaturateOptions,
): Promise<Rate> {
  await delay(Math.max(0, startAt - Date.now()));
  const tookMs = new Float64Array(requests);
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (next < requests) {
      const number = next++;
      const sentAt = performance.now();
      await action(number);
      tookMs[number] = performance.now() - sentAt;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const perSecond = (requests * 1000) / (performance.now() - startedAt);
  return { perSecond, p99Ms: tookMs.sort()[Math.floor(requests * 0.99)] ?? Number.NaN };
}

/** The options of a program that saturates a database. */
export const rateFlags = {
  requests: { type: 'string' },
  concurrency: { type: 'string' },
  'start-at': { type: 'string', default: '0' },
} as const;

export function readRateFlags(values: {
  readonly requests?: string;
  readonly concurrency?: string;
  readonly 'start-at': string;
}): Required<SaturateOptions> {
  return {
    requests: Number(values.requests),
    concurrency: Number(values.concurrency),
    startAt: Number(values['start-at']),
  };
}

export function printRate(rate: Rate): void {
  process.stdout.write(`${JSON.stringify(rate)}\n`);
}
