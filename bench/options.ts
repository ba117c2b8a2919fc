import { parseArgs } from 'node:util';
import type { BenchCase, Effort } from './case.ts';
import { comparators } from './cases/comparators.ts';
import { allCases } from './cases/index.ts';

export interface BenchOptions {
  readonly cases: readonly BenchCase[];
  readonly effort: Effort;
  /** Quick figures are never stored. */
  readonly quick: boolean;
}

export const USAGE = `usage: npm run bench -- [--quick] [--rounds N] [case …]
cases: ${[...allCases, comparators].map((one) => one.id).join(' ')} (all but the last when none is named)`;

export function readOptions(words: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } },
  });
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 5));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a number from 1');
  return {
    cases: positionals.length === 0 ? allCases : positionals.map(caseNamed),
    effort: { rounds, scale: values.quick ? 0.1 : 1 },
    quick: values.quick,
  };
}

function caseNamed(id: string): BenchCase {
  const found = [...allCases, comparators].find((one) => one.id === id.toLowerCase());
  if (found === undefined) throw new Error(`no case ${id}\n${USAGE}`);
  return found;
}
