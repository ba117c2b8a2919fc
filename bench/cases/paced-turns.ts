import { type Effort, requestsFor } from '../case.ts';
import type { ClosedPattern } from '../load/profile.ts';
import type { Measured } from '../measure.ts';
import type { Comparison, Starter } from '../side-by-side.ts';

const CONCURRENT = 100;
/** A service runs for weeks, so its cost is measured once its code is compiled, some thousand turns later. */
const WARM_UP_CONCURRENT = 300;
const WARM_UP_REQUESTS = 1500;
const DELTAS = 50;
const PACE_MS = 20;

/**
 * About a second of CPU on each side, a hundred times the unit in which /proc counts. The shorter a round, the nearer
 * its sides are to each other when the speed of the machine drifts, which is what rounds differ by most.
 */
const REQUESTS = 400;

export const pacedShape = { deltas: DELTAS, paceMs: PACE_MS } as const;

/** A hundred answers at a time, each as slow as a model writes: the usual load of a service. */
export function pacedLoad(
  effort: Effort,
  turns = REQUESTS,
): { readonly pattern: ClosedPattern; readonly warmUp: ClosedPattern } {
  const load = (concurrency: number, requests: number): ClosedPattern => ({
    kind: 'closed',
    concurrency,
    requests,
    rampMs: DELTAS * PACE_MS,
  });
  return {
    pattern: load(CONCURRENT, requestsFor(effort, turns, CONCURRENT)),
    warmUp: load(WARM_UP_CONCURRENT, requestsFor(effort, WARM_UP_REQUESTS, WARM_UP_CONCURRENT)),
  };
}

export function pacedTurns(effort: Effort, starters: readonly Starter[], turns?: number): Comparison {
  return { shape: pacedShape, starters, ...pacedLoad(effort, turns), rounds: effort.rounds };
}

/** CPU milliseconds per turn, by role and round. */
export function costOf(measured: readonly Measured[]): { server: number[]; database: number[] } {
  return {
    server: measured.map((one) => one.serverCpuMsPerTurn),
    database: measured.map((one) => one.databaseCpuMsPerTurn),
  };
}
