import type { TurnReading } from '#core/jobs/turn-reading.ts';
import type { TurnProcess } from '#core/turn/turn-process.ts';
import type { TurnStore } from '#core/turn/turn-store.ts';

/** What the routes about turns need. */
export interface TurnServices {
  readonly turns: TurnStore;
  readonly process: TurnProcess;
  readonly reading: TurnReading;
  readonly queueCapacity: number;
  readonly readerStallMs: number;
  /** Tells the workers of this process that a job is there. */
  readonly wake: () => void;
  /** Seconds until a job at this position starts; null while nothing is known. */
  readonly eta: (position: number | null) => number | null;
}
