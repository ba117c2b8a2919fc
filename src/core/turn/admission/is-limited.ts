interface ConcurrencyLimits {
  readonly concurrentTurns: number | null;
  readonly concurrentTurnsPerUser: number | null;
}

/** Whether the turns of a client that run are counted. */
export function isLimited({ concurrentTurns, concurrentTurnsPerUser }: ConcurrencyLimits): boolean {
  return concurrentTurns !== null || concurrentTurnsPerUser !== null;
}
