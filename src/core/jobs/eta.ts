/** How fast jobs go, measured over all processes that are alive. */
export interface Pace {
  /** Moving average of a job's time in its slot; null while nothing is known. */
  readonly serviceMs: number | null;
  readonly slots: number;
}

/** Seconds until a job at this place in its queue starts; null when it does not wait, or nothing is known. */
export function etaSeconds(position: number | null, { serviceMs, slots }: Pace): number | null {
  if (position === null || position === 0 || serviceMs === null || slots === 0) return null;
  return Math.ceil((position * serviceMs) / slots / 1000);
}
