/** How fast jobs go, measured over all processes that are alive. */
export interface Speed {
  /** Moving average of a job's time in its slot; null while nothing is known. */
  readonly serviceMs: number | null;
  readonly slots: number;
}

export interface Pace extends Speed {
  /** Slots in which a job runs now. */
  readonly busy: number;
}

/**
 * Seconds until a job at this place in its queue starts: 0 while a slot is free for it. Null when it does not wait, or
 * nothing is known.
 */
export function etaSeconds(position: number | null, { serviceMs, slots, busy }: Pace): number | null {
  if (position === null || position === 0 || serviceMs === null || slots === 0) return null;
  const ahead = Math.max(0, position + Math.min(busy, slots) - slots);
  return Math.ceil((ahead * serviceMs) / slots / 1000);
}
