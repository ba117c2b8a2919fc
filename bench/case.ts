/** A figure with its goal; a finding without a goal is shown for orientation only. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

export interface Finding {
  readonly case: string;
  readonly what: string;
  readonly unit: '×' | 'ms' | 's' | 'KB' | '%' | '/s' | 'ms/s' | '';
  /** One value per round. */
  readonly values: readonly number[];
  readonly goal: Goal | null;
}

/** How much to do: a quick run proves that everything works, a full one yields figures. */
export interface Effort {
  readonly rounds: number;
  /** Multiplies the number of requests. */
  readonly scale: number;
}

export interface CaseOutcome {
  readonly findings: readonly Finding[];
  /** Everything measured, stored beside the findings. */
  readonly raw: unknown;
}

export interface BenchCase {
  readonly id: string;
  readonly title: string;
  run(effort: Effort): Promise<CaseOutcome>;
}

/** A number of requests for this effort, never below what keeps all of `concurrency` busy twice. */
export function requestsFor(effort: Effort, full: number, concurrency = 1): number {
  return Math.max(Math.ceil(full * effort.scale), concurrency * 2);
}
