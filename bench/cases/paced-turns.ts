import { type Effort, requestsFor } from '../case.ts';
import type { Measured } from '../measure.ts';
import type { Comparison, Starter } from '../side-by-side.ts';

const CONCURRENT = 100;
const DELTAS = 50;
const PACE_MS = 20;

/** A hundred answers at a time, each as slow as a model writes: what a service does most of its life. */
export function pacedTurns(effort: Effort, starters: readonly Starter[]): Comparison {
  const load = (requests: number) =>
    ({ kind: 'closed', concurrency: CONCURRENT, requests, rampMs: DELTAS * PACE_MS }) as const;
  return {
    shape: { deltas: DELTAS, paceMs: PACE_MS },
    starters,
    pattern: load(requestsFor(effort, 2000, CONCURRENT)),
    warmUp: load(CONCURRENT * 3),
    rounds: effort.rounds,
  };
}

/** CPU milliseconds per turn, by role and round. */
export function costOf(measured: readonly Measured[]): { server: number[]; database: number[] } {
  return {
    server: measured.map((one) => one.serverCpuMsPerTurn),
    database: measured.map((one) => one.databaseCpuMsPerTurn),
  };
}
