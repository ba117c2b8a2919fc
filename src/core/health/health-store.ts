/** The state of the queue, as far as it shows whether jobs are being worked on. */
export interface QueueState {
  /** Live processes that run jobs. */
  readonly workers: number;
  /** Their slots that no job occupies. */
  readonly freeSlots: number;
  /** How long the oldest job that a worker could take now has been waiting; null when none waits. */
  readonly oldestWaitSeconds: number | null;
  /** Turns whose process is gone and that no process has recovered yet. */
  readonly orphans: number;
}

export interface HealthStore {
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  queue(): Promise<QueueState>;
  /** How many processes serve this database now. */
  countProcesses(): Promise<number>;
}
