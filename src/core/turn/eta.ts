/** The throughput of jobs, measured over all live processes. */
export interface Speed {
  /** Moving average of a job's time in its slot; null until one was measured. */
  readonly serviceMs: number | null;
  readonly slots: number;
}

export interface Pace extends Speed {
  /** Slots that run a job now. */
  readonly busy: number;
}

/**
 * Seconds until a job at this position in its queue starts: 0 while a slot is free for it. Null when it does not
 * wait, or when no rate is known yet.
 */
export function etaSeconds(position: number | null, { serviceMs, slots, busy }: Pace): number | null {
  if (position === null || position === 0 || serviceMs === null || slots === 0) return null;
  const ahead = Math.max(0, position + Math.min(busy, slots) - slots);
  return Math.ceil((ahead * serviceMs) / slots / 1000);
}
