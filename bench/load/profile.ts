/** How an answer is read: Parley's plain text, a provider's own event stream, or any short body. */
export type BodyFormat = 'text' | 'openai' | 'any';

/** The request to send. `{n}` in path and body becomes the number of the request, from `firstNumber` on. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly format: BodyFormat;
  readonly expectedStatus: number;
}

/**
 * - `closed`: a fixed number of exchanges at a time, the first of them spread over `rampMs`
 * - `open`: one exchange every 1/rate second, however slow the answers; latency counts from the due time
 * - `hold`: opens the streams at the rate, reports `held` once all have text, drops them when stdin ends
 */
export type Pattern =
  | {
      readonly kind: 'closed';
      readonly concurrency: number;
      readonly requests: number;
      readonly rampMs: number;
    }
  | { readonly kind: 'open'; readonly perSecond: number; readonly requests: number }
  | { readonly kind: 'hold'; readonly perSecond: number; readonly requests: number };

export type ClosedPattern = Extract<Pattern, { kind: 'closed' }>;

export interface LoadProfile {
  readonly target: Target;
  readonly pattern: Pattern;
  readonly firstNumber: number;
  /** CRC-32 of the whole text that every answer must have; null when answers differ. */
  readonly expectedDigest: number | null;
}

export interface Distribution {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface LoadResult {
  readonly completed: number;
  readonly failed: number;
  readonly mismatched: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly wallMs: number;
  readonly bodyBytes: number;
  readonly firstTextMs: Distribution;
  readonly gapMs: Distribution;
  readonly totalMs: Distribution;
  /** Share of the first texts that took between 35 and 45 ms longer than the fastest: a delayed acknowledgement. */
  readonly delayedAckShare: number;
  readonly loadCpuMs: number;
}
