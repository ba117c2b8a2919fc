import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/program.ts';
import type { KeptResults } from './results.ts';
import { findingsTable } from './table.ts';

const PAGE = join(ROOT, 'docs/performance.md');
const BEGIN = '<!-- figures: written by npm run bench -->';
const END = '<!-- end of figures -->';

/** Replaces the figures between the two marks of the page. */
export function writeFigures(results: KeptResults): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('docs/performance.md has lost its marks');
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${figures(results)}\n\n${END}${after}`);
}

function figures(results: KeptResults): string {
  const cases = Object.entries(results).toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
  const machines = new Set(cases.map(([, kept]) => `${kept.machine}, Node ${kept.node}`));
  const days = cases.map(([, kept]) => kept.measured_at.slice(0, 10)).toSorted();
  const table = findingsTable(cases.flatMap(([, kept]) => kept.findings));
  return `Measured ${days[0]} to ${days.at(-1)} on ${[...machines].join(' and ')}.\n\n${table}`;
}
