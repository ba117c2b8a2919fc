import type { LedgerLine } from './ledger-line.ts';

export interface Sums {
  readonly calls: number;
  /** Calls whose input or output was not counted. */
  readonly without: number;
  readonly input: number | null;
  readonly read: number | null;
  readonly written: number | null;
  readonly output: number | null;
}

export function sumsOfLine({ input, read, written, output }: LedgerLine): Sums {
  return { calls: 1, without: input === null || output === null ? 1 : 0, input, read, written, output };
}

/** Null and a number are the number. */
export function addUp(all: readonly Sums[]): Sums {
  const plus = (one: number | null, other: number | null) =>
    one === null ? other : other === null ? one : one + other;
  const nothing: Sums = { calls: 0, without: 0, input: null, read: null, written: null, output: null };
  return all.reduce<Sums>(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      without: sum.without + row.without,
      input: plus(sum.input, row.input),
      read: plus(sum.read, row.read),
      written: plus(sum.written, row.written),
      output: plus(sum.output, row.output),
    }),
    nothing,
  );
}
