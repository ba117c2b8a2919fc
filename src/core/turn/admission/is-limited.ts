interface ConcurrencyLimits {
  readonly concurrentTurns: number | null;
  readonly concurrentTurnsPerUser: number | null;
}

/** Whether a client's running turns are counted. */
export function isLimited({ concurrentTurns, concurrentTurnsPerUser }: ConcurrencyLimits): boolean {
  return concurrentTurns !== null || concurrentTurnsPerUser !== null;
}
