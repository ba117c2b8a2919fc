import type { Health, HealthStatus } from '#contract/health.ts';
import type { HealthStore, QueueState } from './health-store.ts';
import type { ProviderWatch } from './provider-watch.ts';

export type Checks = Health['checks'];

export interface HealthCheckOptions {
  readonly store: HealthStore;
  /** Whether the database accepts writes, judged by the heartbeat; reads may still work while every write fails. */
  readonly takesWrites: () => boolean;
  readonly providers: ProviderWatch;
  /** A dependency that has not answered within this time fails; default 1,500. */
  readonly timeoutMs?: number;
}

/** A free slot takes a waiting job within a second; one that waits this long is stuck. */
const stuckAfterSeconds = 60;

/**
 * Checks everything that an answer depends on. A dependency that hangs delays the result by the time limit at most.
 */
export class HealthCheck {
  readonly #database: Probe;
  readonly #queue: Probe;
  readonly #providers: ProviderWatch;

  constructor(options: HealthCheckOptions) {
    this.#providers = options.providers;
    const { store, takesWrites, timeoutMs = 1_500 } = options;
    this.#database = new Probe(async () => {
      await store.ping();
      return takesWrites() ? 'pass' : 'fail';
    }, timeoutMs);
    this.#queue = new Probe(async () => judgeQueue(await store.queue()), timeoutMs);
  }

  async run(): Promise<Checks> {
    const [database, queue, providers] = await Promise.all([
      this.#database.status(),
      this.#queue.status(),
      this.#providers.status(),
    ]);
    return { database, queue, providers };
  }
}

function judgeQueue({ workers, freeSlots, oldestWaitSeconds, orphans }: QueueState): HealthStatus {
  if (oldestWaitSeconds !== null && workers === 0) return 'fail';
  if (oldestWaitSeconds !== null && oldestWaitSeconds > stuckAfterSeconds && freeSlots > 0) return 'fail';
  return orphans > 0 ? 'warn' : 'pass';
}

/**
 * Checks one dependency, and returns `fail` for an error or after the time limit. Concurrent callers share the check
 * in flight, so that checks of a hanging dependency do not pile up.
 */
export class Probe {
  readonly #ask: () => Promise<HealthStatus>;
  readonly #timeoutMs: number;
  #underWay: Promise<HealthStatus> | null = null;

  constructor(ask: () => Promise<HealthStatus>, timeoutMs: number) {
    this.#ask = ask;
    this.#timeoutMs = timeoutMs;
  }

  status(): Promise<HealthStatus> {
    const { promise: late, resolve } = Promise.withResolvers<HealthStatus>();
    const timer = setTimeout(resolve, this.#timeoutMs, 'fail');
    return Promise.race([this.#shared(), late]).finally(() => clearTimeout(timer));
  }

  #shared(): Promise<HealthStatus> {
    this.#underWay ??= this.#ask()
      .catch((): HealthStatus => 'fail')
      .finally(() => {
        this.#underWay = null;
      });
    return this.#underWay;
  }
}
