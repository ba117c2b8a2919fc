import { wait } from '../../shared/wait.ts';
import { LiveTurn } from '../live-turn.ts';
import { runTurn, type TurnRunner } from '../run-turn.ts';
import type { AdmittedTurn, TurnEnd } from '../turn.ts';
import { TextBudget } from './text-budget.ts';

const drainPollMs = 20;

export interface RunningTurnsOptions {
  readonly runner: TurnRunner;
  /** The most text of all turns that may wait to be stored. */
  readonly textBytes: number;
  /** Called when a turn begins while no other runs here. */
  readonly onFirst: () => void;
}

/** The turns that this process runs, and those that are assigned to it and do not run yet. */
export class RunningTurns {
  readonly #options: RunningTurnsOptions;
  readonly #live = new Map<string, LiveTurn>();
  readonly #budget: TextBudget;
  /** Assigned to this process, but not running yet. */
  readonly #waiting = new Set<string>();
  #serviceMs: number | null = null;

  constructor(options: RunningTurnsOptions) {
    this.#options = options;
    this.#budget = new TextBudget(options.textBytes);
  }

  get count(): number {
    return this.#live.size;
  }

  /** Moving average of a job's time in its slot here. */
  get serviceMs(): number | null {
    return this.#serviceMs;
  }

  all(): Iterable<LiveTurn> {
    return this.#live.values();
  }

  find(turnId: string): LiveTurn | null {
    return this.#live.get(turnId) ?? null;
  }

  /** Whether the turn runs here, or is held until it does. */
  knows(turnId: string): boolean {
    return this.#live.has(turnId) || this.#waiting.has(turnId);
  }

  /** Runs an admitted turn to its end, with or without readers. */
  run(turn: AdmittedTurn): LiveTurn {
    const live = new LiveTurn(turn, this.#budget);
    this.#live.set(turn.id, live);
    if (this.#live.size === 1) this.#options.onFirst();
    const startedAt = performance.now();
    void runTurn(live, this.#options.runner).then((end) => {
      // A later attempt of the same turn may run here by now.
      if (this.#live.get(turn.id) === live) this.#live.delete(turn.id);
      if (turn.kind === 'job' && end.kind === 'completed') this.#measure(performance.now() - startedAt);
    });
    return live;
  }

  /**
   * Stops the running turns of a conversation in this process, for a request that interrupts them; in other processes
   * the heartbeat does.
   */
  stopConversation(clientId: number, conversationId: string): void {
    for (const live of this.#live.values()) {
      const { turn } = live;
      if (turn.clientId !== clientId || turn.conversationId !== conversationId) continue;
      live.stop({ kind: 'cancelled', code: 'cancelled' });
    }
  }

  stopAll(end: TurnEnd): void {
    for (const live of this.#live.values()) live.stop(end);
  }

  /** While `work` lasts, keeps a turn that does not run yet from counting as lost. */
  async hold<T>(turnId: string, work: () => Promise<T>): Promise<T> {
    this.#waiting.add(turnId);
    try {
      return await work();
    } finally {
      this.#waiting.delete(turnId);
    }
  }

  /** Waits for running turns. After `drainMs` it releases the jobs that still run, and closes the streams. */
  async drain(drainMs: number): Promise<void> {
    await this.#idle(AbortSignal.timeout(drainMs));
    // What a tool changes is known a moment later: each call has a limit of its own.
    await Promise.all([...this.#live.values()].map((live) => live.write.over));
    for (const live of this.#live.values()) {
      live.stop(live.turn.kind === 'job' ? { kind: 'released' } : { kind: 'failed', code: 'worker_lost' });
    }
    await Promise.all([...this.#live.values()].map((live) => live.ended));
  }

  /** A turn may still start while others end: one that was claimed, or waiting, when the drain began. */
  async #idle(timeout: AbortSignal): Promise<void> {
    while (this.#live.size + this.#waiting.size > 0 && !timeout.aborted) {
      await wait(drainPollMs, timeout).catch(() => {});
    }
  }

  #measure(ms: number): void {
    this.#serviceMs = Math.round(this.#serviceMs === null ? ms : this.#serviceMs * 0.9 + ms * 0.1);
  }
}
