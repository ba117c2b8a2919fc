import { DatabaseUnavailable } from '../../errors.ts';
import type { RecoveryStore } from '../turn-store.ts';
import type { DueWork } from './due-work.ts';
import { leaseMs } from './heartbeat.ts';
import { LeaseGrace } from './lease-grace.ts';
import type { RunningTurns } from './running-turns.ts';

const everyMs = 1_000;
/** How often it looks for what was lost or is overdue without a notification. */
const roundEveryMs = 10_000;
/** A turn that is assigned here but unknown at two checks in a row will never be run: see `#reconcile`. */
const reconcileEveryMs = 3_000;
const tidyEveryMs = 60_000;
/** Deaths after which a job fails. */
const maxDeaths = 3;
const nothing: ReadonlySet<string> = new Set();

export type RecoverableWork = Pick<DueWork, 'lost' | 'overdue' | 'assigned' | 'restMs'>;

export interface RecoveryOptions {
  readonly turns: RecoveryStore;
  readonly running: Pick<RunningTurns, 'knows'>;
  /** The current id of this process in the database. */
  readonly processId: () => string;
  readonly queueTtlMs: number;
  readonly onError: (what: string, error: unknown) => void;
}

/**
 * Recovers the turns of dead processes, and those that this one has lost, and removes what has expired. It runs
 * beside the heartbeat, because it may wait for locks and a lease must not.
 */
export class Recovery implements AsyncDisposable {
  readonly #options: RecoveryOptions;
  readonly #startedAt = performance.now();
  readonly #grace = new LeaseGrace(leaseMs, this.#startedAt);
  #unknown = nothing;
  #running: Promise<void> | null = null;
  #lastRun = 0;
  #nextRound = roundEveryMs;
  #due: RecoverableWork = { lost: false, overdue: false, assigned: true, restMs: 0 };
  #nextCheck = reconcileEveryMs;
  #lastTidying = performance.now();

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** A heartbeat was accepted, so the database is available. */
  databaseAnswered(): void {
    this.#grace.beat(performance.now());
  }

  /** Called with what waits for any process. */
  workIsDue({ lost, overdue, assigned, restMs }: RecoverableWork): void {
    this.#due = { lost, overdue, assigned, restMs };
    if (lost || overdue) this.#start(performance.now());
  }

  /** Starts what is due, unless it is still running. */
  runIfDue(): void {
    const now = performance.now();
    if (now - this.#lastRun >= everyMs) this.#start(now);
  }

  #start(now: number): void {
    if (this.#running !== null) return;
    this.#lastRun = now;
    this.#running = this.#run(now)
      .catch((error) => {
        if (!(error instanceof DatabaseUnavailable)) this.#options.onError('recovery', error);
      })
      .finally(() => {
        this.#running = null;
      });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running;
  }

  async #run(now: number): Promise<void> {
    const { turns, queueTtlMs } = this.#options;
    const isRound = now >= this.#nextRound;
    const { lost, overdue, assigned, restMs } = this.#due;
    this.#due = { lost: false, overdue: false, assigned, restMs };
    if (isRound) this.#nextRound = now + Math.max(roundEveryMs, restMs);
    // A process knows nothing of an outage before its start, so every other one gets a full lease first.
    const knowsOutages = now - this.#startedAt >= leaseMs;
    if (knowsOutages && (lost || isRound)) await turns.recover(maxDeaths, this.#grace.at(now));
    if (overdue || isRound) await turns.expire(queueTtlMs);
    if (now >= this.#nextCheck) {
      this.#nextCheck = now + Math.max(reconcileEveryMs, restMs);
      const unknownBefore = this.#unknown;
      this.#unknown = nothing;
      if (assigned || isRound) this.#unknown = await this.#reconcile(unknownBefore);
    }
    if (now - this.#lastTidying < tidyEveryMs) return;
    this.#lastTidying = now;
    // What is left follows a second later: turns of dead processes do not wait for it.
    if (await turns.tidy()) this.#lastTidying = Number.NEGATIVE_INFINITY;
  }

  /**
   * An admission or a claim can be committed and its response lost with the connection. The process then holds a turn
   * that it never runs, and would keep alive indefinitely. One that is unknown at a single check may be on its way, and
   * may come this way again: a check that was left out, or failed, knows of none. Returns those unknown now.
   */
  async #reconcile(unknownBefore: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const { turns, running, processId } = this.#options;
    const assigned = await turns.assignedTo(processId());
    const unknown = new Set(assigned.filter((turnId) => !running.knows(turnId)));
    const lost = [...unknown].filter((turnId) => unknownBefore.has(turnId));
    if (lost.length > 0) await turns.abandon(processId(), lost);
    return unknown;
  }
}
