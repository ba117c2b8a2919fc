/** `npm run bench -- [--quick] [--rounds N] [case …]`: runs cases side by side and compares them with the goals. */
import { installVendors } from '../scripts/testing/vendor-packages.ts';
import type { BenchCase, CaseOutcome, Effort, Finding } from './case.ts';
import { allCases } from './cases/index.ts';
import { namedCases, readOptions } from './options.ts';
import { writeFigures } from './report/documentation.ts';
import { keepFindings, keepRaw } from './report/results.ts';
import { findingsTable, isReached } from './report/table.ts';
import { removeFolders } from './support/folder.ts';
import { releasePostgres } from './support/postgres.ts';

installVendors();
const options = readOptions(process.argv.slice(2));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endEarly());
const findings: Finding[] = [];
const broken: string[] = [];
for (const one of options.cases) {
  process.stderr.write(`${one.id}: ${one.title}\n`);
  try {
    findings.push(...(await runCase(one, options.effort)));
  } catch (error) {
    broken.push(one.id);
    process.stderr.write(`${one.id} broke: ${error instanceof Error ? error.stack : error}\n`);
  }
}
removeFolders();
process.stdout.write(`${findingsTable(findings)}\n`);
const missed = findings.filter((finding) => !isReached(finding)).length;
process.stdout.write(`\n${missed} goals missed, ${broken.length} cases broken ${broken.join(' ')}\n`);
process.exitCode = broken.length > 0 ? 1 : 0;

async function runCase(one: BenchCase, effort: Effort): Promise<readonly Finding[]> {
  const outcome = withoutTheAbsent(await one.run(effort));
  keepRaw(one.id, outcome);
  if (options.quick || namedCases.includes(one)) return outcome.findings;
  const kept = keepFindings(one.id, outcome, effort.rounds);
  if (
    writeFigures(
      kept,
      allCases.map(({ id }) => id),
    )
  )
    process.stderr.write('docs/performance.md is written\n');
  return outcome.findings;
}

async function endEarly(): Promise<void> {
  await releasePostgres();
  removeFolders();
  process.exit(130);
}

/** nginx may not be installed; everything with a goal must be measured. */
function withoutTheAbsent(outcome: CaseOutcome): CaseOutcome {
  return {
    ...outcome,
    findings: outcome.findings.filter(({ goal, values }) => goal !== null || values.length > 0),
  };
}
