import type { Finding, Goal } from '../case.ts';
import { median } from '../support/statistics.ts';

const HEADER = '| Case | What | Median | Spread | Goal | |\n|---|---|---:|---|---|---|';

/** Markdown, for both the terminal and the documentation. */
export function findingsTable(findings: readonly Finding[]): string {
  return [HEADER, ...findings.map(row)].join('\n');
}

export function isReached(finding: Finding): boolean {
  if (finding.goal === null) return true;
  const value = median(finding.values);
  return 'atMost' in finding.goal ? value <= finding.goal.atMost : value >= finding.goal.atLeast;
}

function row(finding: Finding): string {
  const { values, unit, goal } = finding;
  const spread = `${figure(Math.min(...values))} to ${figure(Math.max(...values))}`;
  const verdict = goal === null ? '' : isReached(finding) ? 'reached' : '**missed**';
  const cells = [finding.case.toUpperCase(), finding.what, `${figure(median(values))} ${unit}`, spread];
  return `| ${[...cells, goalText(goal), verdict].join(' | ')} |`;
}

function goalText(goal: Goal | null): string {
  if (goal === null) return '';
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
}

function figure(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return Number(value.toPrecision(3)).toString();
}
