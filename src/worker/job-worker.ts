import type { Lane } from '#contract/jobs.ts';
import { noSources } from '#core/citations/answer-sources.ts';
import type { Client } from '#core/clients/client.ts';
import type { ClientStore } from '#core/clients/client-store.ts';
import { guidanceOf } from '#core/clients/guidance.ts';
import { DatabaseUnavailable } from '#core/errors.ts';
import { wait } from '#core/shared/wait.ts';
import { isRefunded } from '#core/turn/is-refunded.ts';
import { brandAdmitted } from '#core/turn/turn.ts';
import type { TurnProcess } from '#core/turn/turn-process.ts';
import type { ClaimedTurn, RunningTurnStore } from '#core/turn/turn-store.ts';
import type { TurnTelemetry } from '#core/turn/turn-telemetry.ts';
import { LaneSlots } from './lane-slots.ts';

export interface JobWorkerOptions {
  readonly turns: Pick<RunningTurnStore, 'claim' | 'nameGuidance' | 'finish' | 'release'>;
  readonly clients: Pick<ClientStore, 'findById'>;
  readonly process: Pick<TurnProcess, 'id' | 'running'>;
  readonly slots: number;
  readonly telemetry: Pick<TurnTelemetry, 'settled'>;
  /** Finds the trace of the request that queued a job; absent while no traces are recorded. */
  readonly traceOf?: (clientId: number, turnId: string) => Promise<string | null>;
  readonly onError: (what: string, error: unknown) => void;
}

/** In addition to the notifications, and to the process's poll each second for waiting jobs. */
const pollMs = 10_000;
const retryMs = 250;

/**
 * Takes jobs while slots are free: the priority lane first, each lane in its fair order. The database decides at the
 * claim which job is next; a notification only says that asking is worthwhile.
 */
export class JobWorker implements AsyncDisposable {
  readonly #options: JobWorkerOptions;
  readonly #slots: LaneSlots;
  readonly #clients = new Map<number, Client>();
  readonly #stop = new AbortController();
  #filling: Promise<void> | null = null;
  #again = false;
  readonly #timer: NodeJS.Timeout;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
    this.#slots = new LaneSlots(options.slots);
    this.#timer = setInterval(() => this.wake(), pollMs);
  }

  /** Whether a job of this lane could start now. */
  hasFreeSlot(lane: Lane): boolean {
    return !this.#stop.signal.aborted && this.#slots.free(lane) > 0;
  }

  /** Slots that run a job of this process. */
  get busySlots(): number {
    return this.#slots.busy;
  }

  /** Slots of a lane that run a job, and those that it could take now. */
  slotsOf(lane: Lane): { readonly busy: number; readonly free: number } {
    return { busy: this.#slots.busyOf(lane), free: this.#slots.free(lane) };
  }

  /** Called when a job may be claimable. */
  wake(): void {
    this.#again = true;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
      if (this.#again && !this.#stop.signal.aborted) this.wake();
    });
  }

  /** Takes no more jobs; `TurnProcess` drains the running ones. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#timer);
    await this.#filling;
  }

  async #fill(): Promise<void> {
    while (this.#again && !this.#stop.signal.aborted) {
      this.#again = false;
      try {
        for (const lane of this.#slots.order()) await this.#claim(lane);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) this.#options.onError('claim', error);
      }
    }
  }

  async #claim(lane: Lane): Promise<void> {
    const free = this.#slots.free(lane);
    if (free <= 0) return;
    const claimed = await this.#options.turns.claim(lane, this.#options.process.id, free);
    for (const turn of claimed) {
      this.#slots.take(lane);
      void this.#work(turn).finally(() => {
        this.#slots.release(lane);
        this.wake();
      });
    }
  }

  async #work(claimed: ClaimedTurn): Promise<void> {
    const { process, turns, onError } = this.#options;
    try {
      const { client, traceparent } = await process.running.hold(claimed.id, () => this.#prepare(claimed));
      const agent = client.agents.get(claimed.agentSlug);
      if (agent === undefined) await this.#refuse(claimed, client);
      else
        await process.running.run(
          brandAdmitted(claimed, client, agent, { requestId: null, traceparent, isHosted: false }),
        ).ended;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) onError('job', error);
      // If this fails too, the turn is assigned to this process but not run: it is found and requeued within seconds.
      await turns.release(claimed.clientId, claimed.id, claimed.attempt).catch(() => {});
    }
  }

  async #prepare(claimed: ClaimedTurn) {
    const client = await this.#client(claimed);
    await this.#nameGuidance(claimed, client);
    // A job without its trace is better than no job.
    const traceparent = await this.#options.traceOf?.(claimed.clientId, claimed.id).catch(() => null);
    return { client, traceparent: traceparent ?? null };
  }

  /** Another version may have been published while the job waited, and the turn names the one that its prompt has. */
  async #nameGuidance(claimed: ClaimedTurn, { guidance }: Client): Promise<void> {
    const version = guidanceOf(guidance.get(claimed.agentSlug), claimed.usesDraft === true)?.version ?? null;
    if (version !== claimed.guidanceVersion) await this.#options.turns.nameGuidance(claimed, version);
  }

  /** Waits out an outage of the database: no work was done on the job yet, so nothing is lost by waiting. */
  async #client(claimed: ClaimedTurn): Promise<Client> {
    const known = this.#clients.get(claimed.clientId);
    if (known?.version === claimed.clientVersion) return known;
    const client = await this.#load(claimed.clientId);
    if (client === null) throw new Error(`The client of the job ${claimed.id} is gone`);
    this.#clients.set(claimed.clientId, client);
    return client;
  }

  async #load(clientId: number): Promise<Client | null> {
    for (;;) {
      try {
        return await this.#options.clients.findById(clientId);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || this.#stop.signal.aborted) throw error;
      }
      await wait(retryMs, this.#stop.signal).catch(() => {});
    }
  }

  /** The agent was unbound from the client while the job waited. */
  async #refuse(claimed: ClaimedTurn, { slug: clientSlug }: Client): Promise<void> {
    const { clientId, id, attempt, conversationId, day, userId } = claimed;
    const refund = isRefunded({ state: 'failed', hasText: false, providerWasCalled: false });
    const became = await this.#options.turns.finish({
      clientId,
      turnId: id,
      attempt,
      conversationId,
      day,
      state: 'failed',
      text: '',
      textFrom: 0,
      finishReason: 'error',
      errorCode: 'agent_not_allowed',
      refund,
      flushed: false,
      model: null,
      firstTextMs: null,
      inputTokens: null,
      outputTokens: null,
      calls: [],
      sources: noSources,
    });
    if (became !== 'stored') return;
    this.#options.telemetry.settled({
      turnId: id,
      clientId,
      clientSlug,
      userId,
      delivery: 'job',
      by: 'worker',
      became: 'failed',
      error: 'agent_not_allowed',
      isRefunded: refund,
    });
  }
}
