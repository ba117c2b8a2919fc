import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '../../errors.ts';
import type { Speed } from '../eta.ts';
import type { HeartbeatResult, OutputPiece, RunningTurnStore } from '../turn-store.ts';
import { BeatTimer } from './beat-timer.ts';
import { beatBytes, beatWith, dueFlushes, isFull } from './flush-output.ts';
import type { RunningTurns } from './running-turns.ts';

/** Every heartbeat renews the lease; a process that misses this long has lost its turns. */
export const leaseMs = 8_000;
const busyBeatMs = 200;
const idleBeatMs = 1_000;

export interface HeartbeatOptions {
  readonly turns: Pick<RunningTurnStore, 'register' | 'unregister' | 'heartbeat'>;
  readonly running: Pick<RunningTurns, 'all' | 'find' | 'count' | 'serviceMs' | 'stopAll'>;
  readonly slots: number;
  /** The most bytes of history that any model of this process can use. */
  readonly historyBytes: number;
  /** The most text of all turns that may wait to be stored; a heartbeat is copied, so it carries a part of that. */
  readonly textBytes: number;
  readonly onError: (what: string, error: unknown) => void;
  /** Called for each heartbeat that the database has accepted. */
  readonly onBeat: () => void;
  /** Called for stale writes, which were refused because another attempt has replaced the one that wrote. */
  readonly onStaleWrite: (count: number) => void;
  /** Called after a heartbeat, for work that must not delay one. */
  readonly afterBeat: () => void;
}

/**
 * The heartbeat that keeps the turns of this process: it renews the process's lease, stores partial output, and
 * learns which turns to stop. The lease belongs to the process and not to each turn, so a heartbeat costs one row
 * however many turns run.
 */
export class Heartbeat implements AsyncDisposable {
  readonly #options: HeartbeatOptions;
  readonly #timer = new BeatTimer(() => this.#beatAgain());
  #id = randomUUID();
  #registered = false;
  /** Kept over the loss of a lease: what an operator drains keeps draining under its new id. */
  #isDraining = false;
  #beating: Promise<void> | null = null;
  #pace: Speed = { serviceMs: null, slots: 0 };
  #readTurns: ReadonlySet<string> = new Set();
  /** Some waiting text should not wait for the next beat. */
  #isBehind = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** The id of this process in the database; a new one after its lease was lost. */
  get id(): string {
    return this.#id;
  }

  /** The throughput of jobs over all processes, as of the last heartbeat. */
  get pace(): Speed {
    return this.#pace;
  }

  async start(): Promise<void> {
    await this.#register();
    this.#timer.schedule(busyBeatMs);
  }

  /** The beat of an idle process is too slow for the readers of its first turn in other processes. */
  hasten(): void {
    this.#timer.hasten(busyBeatMs);
  }

  /** Stops the beats; resolves once the running one is over. */
  async stop(): Promise<void> {
    this.#timer.stop();
    await this.#beating;
  }

  /** Releases the lease. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    if (this.#registered) await this.#options.turns.unregister(this.#id).catch(() => {});
  }

  #beatAgain(): void {
    this.#beating = this.#beat().finally(() =>
      this.#timer.schedule(this.#isBehind ? 0 : this.#options.running.count > 0 ? busyBeatMs : idleBeatMs),
    );
  }

  async #register(): Promise<void> {
    const { turns, slots, historyBytes } = this.#options;
    await turns.register(this.#id, leaseMs, slots, historyBytes, this.#isDraining);
    this.#registered = true;
  }

  async #beat(): Promise<void> {
    try {
      if (!this.#registered) await this.#register();
      await this.#flush();
      this.#options.afterBeat();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) this.#options.onError('heartbeat', error);
    }
  }

  async #flush(): Promise<void> {
    const { running, onError, onStaleWrite } = this.#options;
    const flushes = dueFlushes(running.all(), performance.now(), this.#readTurns, this.#mostBytes);
    this.#isBehind = false;
    const send = (output: readonly OutputPiece[]) => this.#send(output);
    const answer = await beatWith(flushes, send, (error) => onError('storing output', error));
    this.#isBehind = isFull(flushes, this.#mostBytes) || this.#hasNewReaders(answer.readTurns);
    this.#readTurns = new Set(answer.readTurns);
    this.#pace = answer.pace;
    if (answer.staleWrites > 0) onStaleWrite(answer.staleWrites);
    if (!answer.alive) return this.#startOver();
    this.#isDraining = answer.draining;
    for (const { turnId, reason } of answer.stop) {
      running.find(turnId)?.stop({ kind: 'cancelled', code: reason });
    }
  }

  get #mostBytes(): number {
    return Math.min(beatBytes, this.#options.textBytes / 4);
  }

  /** Whether text waits whose first reader came since the last beat: that reader has already waited for a beat. */
  #hasNewReaders(readTurns: readonly string[]): boolean {
    const now = performance.now();
    return readTurns.some((id) => {
      const live = this.#readTurns.has(id) ? null : this.#options.running.find(id);
      return live !== null && live.dueSince(now, true) !== null;
    });
  }

  async #send(output: readonly OutputPiece[]): Promise<HeartbeatResult> {
    const { turns, running, slots, onBeat } = this.#options;
    const { serviceMs } = running;
    const answer = await turns.heartbeat({ processId: this.#id, leaseMs, slots, serviceMs, output });
    onBeat();
    return answer;
  }

  /** The lease was lost, as by a process that was suspended: every turn here now belongs to another process. */
  async #startOver(): Promise<void> {
    this.#options.running.stopAll({ kind: 'lost' });
    this.#id = randomUUID();
    this.#registered = false;
    // Immediately, because a turn admitted under an unregistered id counts as lost.
    await this.#register();
  }
}
