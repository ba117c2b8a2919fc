import type { Distribution, LoadResult } from './profile.ts';

/** Records the outcome of every exchange and sums it up at the end. */
export class Recorder {
  readonly firstTextMs: number[] = [];
  readonly gapMs: number[] = [];
  readonly totalMs: number[] = [];
  readonly #errors: Record<string, number> = {};
  readonly #startedAt = performance.now();
  #mismatched = 0;
  bodyBytes = 0;

  failed(reason: string): void {
    this.#errors[reason] = (this.#errors[reason] ?? 0) + 1;
  }

  mismatched(): void {
    this.#mismatched += 1;
  }

  result(): LoadResult {
    const cpu = process.cpuUsage();
    return {
      completed: this.totalMs.length,
      failed: Object.values(this.#errors).reduce((sum, count) => sum + count, 0),
      mismatched: this.#mismatched,
      errors: this.#errors,
      wallMs: performance.now() - this.#startedAt,
      bodyBytes: this.bodyBytes,
      firstTextMs: distribution(this.firstTextMs),
      gapMs: distribution(this.gapMs),
      totalMs: distribution(this.totalMs),
      delayedAckShare: delayedAckShare(this.firstTextMs),
      loadCpuMs: (cpu.user + cpu.system) / 1000,
    };
  }
}

function distribution(values: number[]): Distribution {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function delayedAckShare(values: readonly number[]): number {
  const fastest = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const delayed = values.filter((value) => value - fastest >= 35 && value - fastest <= 45);
  return values.length === 0 ? 0 : delayed.length / values.length;
}
