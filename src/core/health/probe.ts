import type { HealthStatus } from '#contract/health.ts';

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
