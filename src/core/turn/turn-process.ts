import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '../errors.ts';
import { wait } from '../shared/wait.ts';
import { BeatTimer } from './beat-timer.ts';
import type { Speed } from './eta.ts';
import { beatWith, dueFlushes, isFull } from './flush-output.ts';
import { LeaseGrace } from './lease-grace.ts';
import { LiveTurn } from './live-turn.ts';
import { runTurn, type TurnRunner } from './run-turn.ts';
import type { AdmittedTurn, TurnEnd } from './turn.ts';
import type { OutputPiece, TurnStore } from './turn-store.ts';

/** A lease is renewed with every heartbeat; a process that misses this long has lost its turns. */
const leaseMs = 8_000;
const busyBeatMs = 200;
const idleBeatMs = 1_000;
const recoverEveryMs = 1_000;
/** A turn that is held but unknown at two checks in a row will never be known: see `#reconcile`. */
const reconcileEveryMs = 3_000;
const tidyEveryMs = 60_000;
const drainPollMs = 20;
/** Deaths after which a job is given up. */
const maxDeaths = 3;

export interface TurnProcessOptions {
  readonly runner: TurnRunner;
  readonly turns: TurnStore;
  readonly slots: number;
  /** Bytes of history that any model of this process can take. */
  readonly historyBytes: number;
  readonly queueTtlMs: number;
  readonly onError: (what: string, error: unknown) => void;
  /** Called for each heartbeat that the database has accepted. */
  readonly onBeat?: () => void;
}

/**
 * The turns that this process runs, and the one heartbeat that keeps them: it renews the process's lease,
 * stores partial output, and learns which turns to stop. A lease belongs to the process and not to each turn,
 * so a heartbeat costs one row however many turns run.
 */
export class TurnProcess implements AsyncDisposable {
  readonly #options: TurnProcessOptions;
  readonly #live = new Map<string, LiveTurn>();
  /** Admitted here, and waiting for their conversation. */
  readonly #waiting = new Set<string>();
  #unknown = new Set<string>();
  #id = randomUUID();
  #registered = false;
  readonly #timer = new BeatTimer(() => this.#beatAgain());
  #beating: Promise<void> | null = null;
  #chores: Promise<void> | null = null;
  readonly #startedAt = performance.now();
  readonly #grace = new LeaseGrace(leaseMs, this.#startedAt);
  #lastRecovery = 0;
  #lastReconciliation = 0;
  #lastTidying = performance.now();
  #serviceMs: number | null = null;
  #pace: Speed = { serviceMs: null, slots: 0 };
  /** More text waits than one heartbeat could carry. */
  #isBehind = false;

  constructor(options: TurnProcessOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#id;
  }

  /** How fast jobs go everywhere, as of the last heartbeat. */
  get pace(): Speed {
    return this.#pace;
  }

  async start(): Promise<void> {
    await this.#register();
    this.#timer.schedule(busyBeatMs);
  }

  find(turnId: string): LiveTurn | null {
    return this.#live.get(turnId) ?? null;
  }

  /** Runs an admitted turn to its end, whoever listens. */
  run(turn: AdmittedTurn): LiveTurn {
    const live = new LiveTurn(turn);
    this.#live.set(turn.id, live);
    // The beat of an idle process is too slow for the readers of its first turn elsewhere.
    if (this.#live.size === 1) this.#timer.hasten(busyBeatMs);
    const startedAt = performance.now();
    void runTurn(live, this.#options.runner).then((end) => {
      this.#live.delete(turn.id);
      if (turn.kind === 'job' && end.kind === 'completed') this.#measure(performance.now() - startedAt);
    });
    return live;
  }

  /** Stops what runs of a conversation here, for a request that interrupts it; elsewhere the heartbeat does. */
  stopConversation(clientId: number, conversationId: string): void {
    for (const live of this.#live.values()) {
      const { turn } = live;
      if (turn.clientId !== clientId || turn.conversationId !== conversationId) continue;
      live.stop({ kind: 'cancelled', code: 'cancelled' });
    }
  }

  /** Keeps a turn that does not run yet from being taken for a lost one, while `work` lasts. */
  async hold<T>(turnId: string, work: () => Promise<T>): Promise<T> {
    this.#waiting.add(turnId);
    try {
      return await work();
    } finally {
      this.#waiting.delete(turnId);
    }
  }

  /** Waits for running turns; what is still running after `drainMs` is let go (jobs) or closed (streams). */
  async drain(drainMs: number): Promise<void> {
    await this.#idle(AbortSignal.timeout(drainMs));
    for (const live of this.#live.values()) {
      live.stop(live.turn.kind === 'job' ? { kind: 'released' } : { kind: 'failed', code: 'worker_lost' });
    }
    await Promise.all([...this.#live.values()].map((live) => live.ended));
  }

  /** A turn may still come up while others end: one that was claimed, or waited, when the drain began. */
  async #idle(timeout: AbortSignal): Promise<void> {
    while (this.#live.size + this.#waiting.size > 0 && !timeout.aborted) {
      await wait(drainPollMs, timeout).catch(() => {});
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer.stop();
    await this.#beating;
    await this.#chores;
    if (this.#registered) await this.#options.turns.unregister(this.#id).catch(() => {});
  }

  #measure(ms: number): void {
    this.#serviceMs = Math.round(this.#serviceMs === null ? ms : this.#serviceMs * 0.9 + ms * 0.1);
  }

  #beatAgain(): void {
    this.#beating = this.#beat().finally(() =>
      this.#timer.schedule(this.#isBehind ? 0 : this.#live.size > 0 ? busyBeatMs : idleBeatMs),
    );
  }

  async #register(): Promise<void> {
    const { turns, slots, historyBytes } = this.#options;
    await turns.register(this.#id, leaseMs, slots, historyBytes);
    this.#registered = true;
  }

  async #beat(): Promise<void> {
    try {
      if (!this.#registered) await this.#register();
      await this.#flush();
      this.#doChores();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) this.#options.onError('heartbeat', error);
    }
  }

  async #flush(): Promise<void> {
    const flushes = dueFlushes(this.#live.values(), performance.now());
    this.#isBehind = false;
    const send = (output: readonly OutputPiece[]) => this.#sendBeat(output);
    const answer = await beatWith(flushes, send, (error) => this.#options.onError('storing output', error));
    this.#isBehind = isFull(flushes);
    this.#grace.beat(performance.now());
    this.#pace = answer.pace;
    if (answer.staleWrites > 0) this.#options.runner.onStaleWrite('output', answer.staleWrites);
    if (!answer.alive) return this.#startOver();
    for (const { turnId, reason } of answer.stop) {
      this.find(turnId)?.stop({ kind: 'cancelled', code: reason });
    }
  }

  async #sendBeat(output: readonly OutputPiece[]) {
    const { turns, slots, onBeat } = this.#options;
    const beat = { processId: this.#id, leaseMs, slots, serviceMs: this.#serviceMs, output };
    const answer = await turns.heartbeat(beat);
    onBeat?.();
    return answer;
  }

  /** The lease was taken away, as from a process that was stopped for a while: every turn here is another's now. */
  async #startOver(): Promise<void> {
    const lost: TurnEnd = { kind: 'lost' };
    for (const live of this.#live.values()) live.stop(lost);
    this.#id = randomUUID();
    this.#registered = false;
    // At once: what is admitted under an id that is not registered counts as lost.
    await this.#register();
  }

  /** Beside the heartbeat: they may wait for locks, and a lease does not. */
  #doChores(): void {
    const now = performance.now();
    if (this.#chores !== null || now - this.#lastRecovery < recoverEveryMs) return;
    this.#lastRecovery = now;
    this.#chores = this.#tidy(now)
      .catch((error) => {
        if (!(error instanceof DatabaseUnavailable)) this.#options.onError('recovery', error);
      })
      .finally(() => {
        this.#chores = null;
      });
  }

  async #tidy(now: number): Promise<void> {
    // Of an outage before its start a process knows nothing: then everybody gets a full lease.
    if (now - this.#startedAt >= leaseMs) await this.#options.turns.recover(maxDeaths, this.#grace.at(now));
    await this.#options.turns.expire(this.#options.queueTtlMs);
    if (now - this.#lastReconciliation >= reconcileEveryMs) await this.#reconcile(now);
    if (now - this.#lastTidying < tidyEveryMs) return;
    this.#lastTidying = now;
    await this.#options.turns.tidy();
  }

  /**
   * An admission or a claim can be committed and its answer lost with the connection. Then this process holds a
   * turn that it never runs, and would keep alive for ever.
   */
  async #reconcile(now: number): Promise<void> {
    this.#lastReconciliation = now;
    const assigned = await this.#options.turns.assignedTo(this.#id);
    const unknown = new Set(assigned.filter((id) => !this.#live.has(id) && !this.#waiting.has(id)));
    const lost = [...unknown].filter((id) => this.#unknown.has(id));
    if (lost.length > 0) await this.#options.turns.abandon(this.#id, lost);
    this.#unknown = unknown;
  }
}
