import type { Health, HealthStatus } from '#contract/resources.ts';
import type { Circuits } from '../models/circuit.ts';
import type { ModelProvider } from '../models/model-provider.ts';
import type { HealthStore, QueueState } from './health-store.ts';
import { Probe } from './probe.ts';

export type Checks = Health['checks'];

export interface HealthCheckOptions {
  readonly store: HealthStore;
  readonly providers: readonly ModelProvider[];
  readonly circuits: Circuits;
  /** A dependency that has not answered by then fails; default 1,500. */
  readonly timeoutMs?: number;
}

/** A free slot takes a waiting job within a second; after this long it never will. */
const stuckAfterSeconds = 60;

/** Looks at everything that an answer depends on. A dependency that hangs delays nobody beyond the time limit. */
export class HealthCheck {
  readonly #options: HealthCheckOptions;
  readonly #database: Probe;
  readonly #queue: Probe;

  constructor(options: HealthCheckOptions) {
    this.#options = options;
    const { store, timeoutMs = 1_500 } = options;
    this.#database = new Probe(async () => {
      await store.ping();
      return 'pass';
    }, timeoutMs);
    this.#queue = new Probe(async () => judgeQueue(await store.queue()), timeoutMs);
  }

  async run(): Promise<Checks> {
    const [database, queue] = await Promise.all([this.#database.status(), this.#queue.status()]);
    return { database, queue, providers: this.#judgeProviders() };
  }

  #judgeProviders(): HealthStatus {
    const { providers, circuits } = this.#options;
    const down = providers.filter(({ id }) => circuits.status(id) === 'unavailable').length;
    if (down === providers.length) return 'fail';
    return down > 0 ? 'warn' : 'pass';
  }
}

function judgeQueue({ workers, freeSlots, oldestWaitSeconds, orphans }: QueueState): HealthStatus {
  if (oldestWaitSeconds !== null && workers === 0) return 'fail';
  if (oldestWaitSeconds !== null && oldestWaitSeconds > stuckAfterSeconds && freeSlots > 0) return 'fail';
  return orphans > 0 ? 'warn' : 'pass';
}
