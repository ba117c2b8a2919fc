import type { ProviderStatus } from '#contract/health.ts';

/** What a process last said about itself. */
export interface ProcessState {
  readonly version: string;
  readonly roles: readonly string[];
  /** Answers that are being sent now. */
  readonly streams: number;
  /** Turns that run here. */
  readonly running: number;
  /** Job slots in use. */
  readonly busySlots: number;
  /** By provider. */
  readonly circuits: Readonly<Record<string, ProviderStatus>>;
}

/** Requests of one client that were refused with one code; the client is 0 where none was recognised. */
export interface RefusalCount {
  readonly clientId: number;
  readonly code: string;
  readonly refusals: number;
}

/** Calls of one model. The buckets are those of `timeBuckets`. */
export interface ProviderCount {
  readonly provider: string;
  readonly model: string;
  readonly calls: number;
  readonly failed: number;
  readonly timeouts: number;
  readonly firstTextBuckets: readonly number[];
  readonly durationBuckets: readonly number[];
}

/** The model that a running attempt calls, as `<provider>/<model>`. */
export interface CalledModel {
  readonly clientId: number;
  readonly turnId: string;
  readonly attempt: number;
  readonly model: string;
}

export interface ProcessReport {
  /** Rises with each report of a process. A report that is sent again keeps its number, and is stored once. */
  readonly number: number;
  readonly state: ProcessState;
  readonly refusals: readonly RefusalCount[];
  readonly providers: readonly ProviderCount[];
  readonly models: readonly CalledModel[];
}

/** Stores what processes report, and keeps the totals of it. */
export interface ProcessReportStore {
  /** False when the process is not registered, so that nothing was stored. */
  report(processId: string, report: ProcessReport): Promise<boolean>;
  /**
   * Adds what batches of endings have entered to the totals, unless another process does so now. True when it took as
   * many entries as it may at once, so that more are left.
   */
  foldUsage(): Promise<boolean>;
  /** Removes what is older than it is kept. True where more is left than it removes at once. */
  prune(): Promise<boolean>;
}
