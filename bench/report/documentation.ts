import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/program.ts';
import type { KeptCase, KeptResults } from './results.ts';
import { findingsTable } from './table.ts';

const PAGE = join(ROOT, 'docs/performance.md');
const BEGIN = '<!-- figures: written by npm run bench -->';
const END = '<!-- end of figures -->';

/** Replaces the figures between the two marks of the page; false when they cannot be determined yet. */
export function writeFigures(results: KeptResults, cases: readonly string[]): boolean {
  const figures = figuresOf(results, cases);
  if (figures === null) return false;
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('docs/performance.md has lost its marks');
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${figures}\n\n${END}${after}`);
  return true;
}

/** The whole table; null until every one of these cases was measured on a commit, which the table names. */
export function figuresOf(results: KeptResults, cases: readonly string[]): string | null {
  const kept = cases.flatMap((id) => results[id] ?? []);
  const complete = kept.length > 0 && kept.length === cases.length;
  return complete && kept.every(({ commit }) => /^[0-9a-f]+$/.test(commit)) ? table(kept) : null;
}

function table(cases: readonly KeptCase[]): string {
  const machines = new Set(cases.map(({ machine, node }) => `${machine}, Node ${node}`));
  const days = cases.map(({ measured_at }) => measured_at.slice(0, 10)).toSorted();
  const findings = findingsTable(cases.flatMap((kept) => kept.findings));
  const rounds = Math.min(...cases.map((kept) => kept.rounds));
  const when = days[0] === days.at(-1) ? days[0] : `${days[0]} to ${days.at(-1)}`;
  const where = [...machines].join(' and ');
  return `${commitsOf(cases)}, ${when}, ${rounds} rounds, on ${where}.\n\n${findings}`;
}

/** The commit that most cases were measured on, and those of the others with their cases. */
function commitsOf(cases: readonly KeptCase[]): string {
  const groups = [...Map.groupBy(cases, ({ commit }) => commit)];
  const [most, ...others] = groups.toSorted(([, a], [, b]) => b.length - a.length);
  const named = others.map(([commit, its]) => `${namesOf(its)}: \`${commit}\``);
  return `Commit \`${most?.[0]}\`${named.length > 0 ? ` (${named.join('; ')})` : ''}`;
}

function namesOf(cases: readonly KeptCase[]): string {
  return [...new Set(cases.flatMap(({ findings }) => findings.map((one) => one.case.toUpperCase())))].join(
    ', ',
  );
}
