import type { Speed } from './eta.ts';
import { Heartbeat } from './process/heartbeat.ts';
import { type RecoverableWork, Recovery } from './process/recovery.ts';
import { RunningTurns } from './process/running-turns.ts';
import type { TurnRunner } from './run-turn.ts';
import type { RecoveryStore, RunningTurnStore } from './turn-store.ts';

export interface TurnProcessOptions {
  readonly runner: TurnRunner;
  readonly turns: RunningTurnStore & RecoveryStore;
  readonly slots: number;
  /** The most bytes of history that any model of this process can use. */
  readonly historyBytes: number;
  /** The most text of all turns that may wait to be stored. */
  readonly textBytes: number;
  readonly queueTtlMs: number;
  readonly onError: (what: string, error: unknown) => void;
  /** Called for each heartbeat that the database has accepted. */
  readonly onBeat?: () => void;
}

/**
 * A process and its turns, in three parts: the turns that run here, the heartbeat that keeps them assigned to this
 * process, and the recovery of turns that processes have lost.
 */
export class TurnProcess implements AsyncDisposable {
  readonly running: RunningTurns;
  readonly #heartbeat: Heartbeat;
  readonly #recovery: Recovery;

  constructor(options: TurnProcessOptions) {
    const { runner, turns, slots, historyBytes, textBytes, queueTtlMs, onError, onBeat } = options;
    this.running = new RunningTurns({ runner, textBytes, onFirst: () => this.#heartbeat.hasten() });
    this.#recovery = new Recovery({
      turns,
      running: this.running,
      processId: () => this.id,
      queueTtlMs,
      onError,
    });
    this.#heartbeat = new Heartbeat({
      turns,
      running: this.running,
      slots,
      historyBytes,
      textBytes,
      onError,
      onBeat: () => {
        this.#recovery.databaseAnswered();
        onBeat?.();
      },
      onStaleWrite: (count) => runner.telemetry.staleWrites('output', count),
      afterBeat: () => this.#recovery.runIfDue(),
    });
  }

  /** The id of this process in the database; a new one after its lease was lost. */
  get id(): string {
    return this.#heartbeat.id;
  }

  /** The throughput of jobs over all processes, as of the last heartbeat. */
  get pace(): Speed {
    return this.#heartbeat.pace;
  }

  /** Called with what waits for any process. */
  workIsDue(work: RecoverableWork): void {
    this.#recovery.workIsDue(work);
  }

  start(): Promise<void> {
    return this.#heartbeat.start();
  }

  /** The lease is released last, when nothing in this process uses the database any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#heartbeat.stop();
    await this.#recovery[Symbol.asyncDispose]();
    await this.#heartbeat[Symbol.asyncDispose]();
  }
}
