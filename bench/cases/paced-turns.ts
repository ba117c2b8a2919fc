import { type Effort, requestsFor } from '../case.ts';
import type { ClosedPattern } from '../load/profile.ts';
import type { Measured } from '../measure.ts';
import type { Comparison, Starter } from '../side-by-side.ts';

const CONCURRENT = 100;
/** A service runs for weeks, so its cost is measured once its code is compiled, some thousand turns later. */
const WARM_UP_CONCURRENT = 300;
const DELTAS = 50;
const PACE_MS = 20;

/** Long enough for single rounds of the same code to differ by a few percent at most on an idle machine. */
const REQUESTS = 4000;

export const pacedShape = { deltas: DELTAS, paceMs: PACE_MS } as const;

/** A hundred answers at a time, each as slow as a model writes: the usual load of a service. */
export function pacedLoad(effort: Effort): {
  readonly pattern: ClosedPattern;
  readonly warmUp: ClosedPattern;
} {
  const load = (concurrency: number, requests: number): ClosedPattern => ({
    kind: 'closed',
    concurrency,
    requests,
    rampMs: DELTAS * PACE_MS,
  });
  return {
    pattern: load(CONCURRENT, requestsFor(effort, REQUESTS, CONCURRENT)),
    warmUp: load(WARM_UP_CONCURRENT, requestsFor(effort, 3000, WARM_UP_CONCURRENT)),
  };
}

export function pacedTurns(effort: Effort, starters: readonly Starter[]): Comparison {
  return { shape: pacedShape, starters, ...pacedLoad(effort), rounds: effort.rounds };
}

/** CPU milliseconds per turn, by role and round. */
export function costOf(measured: readonly Measured[]): { server: number[]; database: number[] } {
  return {
    server: measured.map((one) => one.serverCpuMsPerTurn),
    database: measured.map((one) => one.databaseCpuMsPerTurn),
  };
}
