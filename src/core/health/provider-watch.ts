import type { HealthStatus, ProviderStatus } from '#contract/health.ts';
import type { Circuits } from '../models/circuit.ts';
import type { ModelProvider, ProviderFinding } from '../models/model-provider.ts';

export interface ProviderWatchOptions {
  readonly providers: readonly ModelProvider[];
  readonly circuits: Circuits;
  /** Called when a provider's status has changed since the last check; the first time only when it is not `pass`. */
  readonly onChange?: (providerId: string, finding: ProviderFinding) => void;
  /** The shortest interval between checks; default 30,000. */
  readonly everyMs?: number;
  /** How long an answer waits for a running check; default 1,000. */
  readonly patienceMs?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/**
 * Knows the status of the providers even without traffic: it checks them on demand, all at once and at most every 30
 * seconds. A check that takes too long continues in the background.
 */
export class ProviderWatch implements Disposable {
  readonly #options: ProviderWatchOptions;
  readonly #findings = new Map<string, ProviderFinding>();
  readonly #stop = new AbortController();
  readonly #now: () => number;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #underWay: Promise<void> | null = null;

  constructor(options: ProviderWatchOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** `fail` when no provider works; `warn` when one does not work, is not checked yet, or lacks a model. */
  async status(): Promise<HealthStatus> {
    await this.#checkInTime();
    const statuses = this.#options.providers.map(({ id }) => this.#statusOf(id));
    if (statuses.every((status) => status === 'fail')) return 'fail';
    return statuses.every((status) => status === 'pass') ? 'pass' : 'warn';
  }

  /** What partners see: real calls decide, unless the last check failed. */
  async seen(): Promise<(providerId: string) => ProviderStatus> {
    await this.#checkInTime();
    const { circuits } = this.#options;
    return (id) => (this.#statusOf(id) === 'fail' ? 'unavailable' : circuits.status(id));
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  #statusOf(id: string): HealthStatus {
    if (this.#options.circuits.status(id) === 'unavailable') return 'fail';
    return this.#findings.get(id)?.status ?? 'warn';
  }

  async #checkInTime(): Promise<void> {
    if (this.#now() - this.#checkedAt >= (this.#options.everyMs ?? 30_000)) this.#check();
    if (this.#underWay !== null) await this.#inTime(this.#underWay);
  }

  #check(): void {
    if (this.#underWay !== null) return;
    this.#checkedAt = this.#now();
    const looks = this.#options.providers.map(async (provider) => {
      this.#note(provider.id, await provider.inspect(this.#stop.signal));
    });
    this.#underWay = Promise.all(looks).then(() => {
      this.#underWay = null;
    });
  }

  #note(id: string, finding: ProviderFinding): void {
    if (this.#stop.signal.aborted) return;
    const before = this.#findings.get(id)?.status ?? 'pass';
    this.#findings.set(id, finding);
    if (finding.status !== before) this.#options.onChange?.(id, finding);
  }

  #inTime(look: Promise<void>): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#options.patienceMs ?? 1_000);
    return Promise.race([look, late]).finally(() => clearTimeout(timer));
  }
}
