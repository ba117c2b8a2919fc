import { type Lane, lanes } from '#contract/resources.ts';
import { DatabaseUnavailable } from '../errors.ts';
import type { Client } from '../tenants/client.ts';
import type { ClientStore } from '../tenants/client-store.ts';
import { brandAdmitted } from '../turn/turn.ts';
import type { TurnProcess } from '../turn/turn-process.ts';
import type { ClaimedTurn, TurnStore } from '../turn/turn-store.ts';

export interface JobWorkerOptions {
  readonly turns: TurnStore;
  readonly clients: ClientStore;
  readonly process: TurnProcess;
  readonly slots: number;
  readonly onError: (what: string, error: unknown) => void;
}

/** Part of the slots that priority jobs leave to the standard lane, so that it never starves. */
const standardShare = 0.2;
/** Every ring may get lost; this is how late its job then starts. */
const lookEveryMs = 1_000;

/**
 * Takes jobs while slots are free: the priority lane first, each lane in its fair order. Which job is next is
 * decided by the database at the claim; a ring only says that it is worth asking.
 */
export class JobWorker implements AsyncDisposable {
  readonly #options: JobWorkerOptions;
  readonly #running: Record<Lane, number> = { standard: 0, priority: 0 };
  readonly #clients = new Map<number, Client>();
  #filling: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), lookEveryMs);
  }

  /** Something may be claimable. */
  wake(): void {
    this.#again = true;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
      if (this.#again && !this.#stopped) this.wake();
    });
  }

  /** Takes no more jobs; those that run are the process's to drain. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#filling;
  }

  async #fill(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#claim('priority');
        await this.#claim('standard');
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) this.#options.onError('claim', error);
      }
    }
  }

  async #claim(lane: Lane): Promise<void> {
    const free = this.#freeSlots(lane);
    if (free <= 0) return;
    const claimed = await this.#options.turns.claim(lane, this.#options.process.id, free);
    for (const turn of claimed) {
      this.#running[lane]++;
      void this.#work(turn, lane);
    }
  }

  #freeSlots(lane: Lane): number {
    const free = this.#options.slots - lanes.reduce((sum, each) => sum + this.#running[each], 0);
    if (lane === 'standard' || this.#options.slots === 1) return free;
    const kept = Math.max(1, Math.floor(this.#options.slots * standardShare));
    return Math.min(free, this.#options.slots - kept - this.#running.priority);
  }

  async #work(claimed: ClaimedTurn, lane: Lane): Promise<void> {
    const { process, onError } = this.#options;
    try {
      const client = await process.hold(claimed.id, () => this.#client(claimed));
      const agent = client.agents.get(claimed.agentSlug);
      if (agent === undefined) await this.#refuse(claimed);
      else await process.run(brandAdmitted(claimed, client, agent)).ended;
    } catch (error) {
      // The turn is held by this process but not run: it is given up within seconds and goes back to the queue.
      onError('job', error);
    }
    this.#running[lane]--;
    this.wake();
  }

  async #client(claimed: ClaimedTurn): Promise<Client> {
    const known = this.#clients.get(claimed.clientId);
    if (known?.version === claimed.clientVersion) return known;
    const client = await this.#options.clients.findById(claimed.clientId);
    if (client === null) throw new Error(`The client of the job ${claimed.id} is gone`);
    this.#clients.set(claimed.clientId, client);
    return client;
  }

  /** The agent was taken from the client while the job waited. */
  async #refuse({ clientId, id, attempt, conversationId, userId, day }: ClaimedTurn): Promise<void> {
    await this.#options.turns.finish({
      clientId,
      turnId: id,
      attempt,
      conversationId,
      userId,
      day,
      state: 'failed',
      text: '',
      finishReason: 'error',
      errorCode: 'agent_not_allowed',
      refund: true,
      flushed: false,
      model: null,
      inputTokens: null,
      outputTokens: null,
    });
  }
}
