import type { CallEnd } from '../models/observed-call.ts';
import type { ProviderCount, RefusalCount } from './process-report.ts';
import { countIn, emptyBuckets } from './time-buckets.ts';

/** More combinations of client and code than this are counted together, under no client. */
const mostRefusals = 1_000;

interface Counting extends Omit<ProviderCount, 'calls' | 'failed' | 'timeouts'> {
  calls: number;
  failed: number;
  timeouts: number;
  readonly firstTextBuckets: number[];
  readonly durationBuckets: number[];
}

/** What has happened in this process since its last report. */
export class ReportCounts {
  #refusals = new Map<string, { clientId: number; code: string; refusals: number }>();
  #providers = new Map<string, Counting>();

  get isEmpty(): boolean {
    return this.#refusals.size + this.#providers.size === 0;
  }

  refused(clientId: number | null, code: string): void {
    const known = this.#refusals.has(`${clientId ?? 0} ${code}`) || this.#refusals.size < mostRefusals;
    const id = known ? (clientId ?? 0) : 0;
    const key = `${id} ${code}`;
    const count = this.#refusals.get(key) ?? { clientId: id, code, refusals: 0 };
    count.refusals += 1;
    this.#refusals.set(key, count);
  }

  /** A call that was stopped says nothing about its provider, and counts without a time. */
  called(provider: string, model: string, end: CallEnd): void {
    const count = this.#of(provider, model);
    count.calls += 1;
    if (end.error !== null) count.failed += 1;
    if (end.outcome === 'timeout') count.timeouts += 1;
    if (end.firstTextMs !== null) countIn(count.firstTextBuckets, end.firstTextMs / 1_000);
    if (end.outcome === 'completed') countIn(count.durationBuckets, end.durationMs / 1_000);
  }

  /** Empties it. */
  take(): { readonly refusals: readonly RefusalCount[]; readonly providers: readonly ProviderCount[] } {
    const taken = { refusals: [...this.#refusals.values()], providers: [...this.#providers.values()] };
    this.#refusals = new Map();
    this.#providers = new Map();
    return taken;
  }

  #of(provider: string, model: string): Counting {
    const key = `${provider}/${model}`;
    let count = this.#providers.get(key);
    if (count === undefined) {
      const [firstTextBuckets, durationBuckets] = [emptyBuckets(), emptyBuckets()];
      count = { provider, model, calls: 0, failed: 0, timeouts: 0, firstTextBuckets, durationBuckets };
      this.#providers.set(key, count);
    }
    return count;
  }
}
