import { parseArgs } from 'node:util';
import type { BenchCase, Effort } from './case.ts';
import { comparators } from './cases/comparators.ts';
import { consoleCase } from './cases/console.ts';
import { largeCorpus } from './cases/database/large-corpus.ts';
import { allCases } from './cases/index.ts';

export interface BenchOptions {
  readonly cases: readonly BenchCase[];
  readonly effort: Effort;
  /** Quick figures are never stored. */
  readonly quick: boolean;
}

/** Cases that a run of all leaves out; their figures are printed and not kept. */
export const namedCases: readonly BenchCase[] = [comparators, consoleCase, largeCorpus];

export const USAGE = `usage: npm run bench -- [--quick] [--rounds N] [case …]
cases: ${allCases.map(idOf).join(' ')}, and when they are named: ${namedCases.map(idOf).join(' ')}`;

function idOf({ id }: BenchCase): string {
  return id;
}

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

export function caseNamed(id: string): BenchCase {
  const found = [...allCases, ...namedCases].find((one) => one.id === id.toLowerCase());
  if (found === undefined) throw new Error(`no case ${id}\n${USAGE}`);
  return found;
}
