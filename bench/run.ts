/** `npm run bench -- [--quick] [--rounds N] [case …]`: runs cases side by side and compares them with the goals. */
import { installVendors } from '../scripts/testing/vendor-packages.ts';
import type { BenchCase, Finding } from './case.ts';
import { allCases, besideEachOther } from './cases/index.ts';
import { namedCases, readOptions } from './options.ts';
import { writeFigures } from './report/documentation.ts';
import { keepFindings } from './report/results.ts';
import { findingsTable, isReached } from './report/table.ts';
import { CaseProcesses } from './support/case-processes.ts';
import { runLanes } from './support/lanes.ts';

installVendors();
const options = readOptions(process.argv.slice(2));
/** More than the longest case takes; those that are only run by name fill large tables first. */
const limitMinutes = Math.max(15, 3 * options.effort.rounds);
const processes = new CaseProcesses();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void processes.endAll().then(() => process.exit(130)));

const findings = new Map<BenchCase, readonly Finding[]>();
const quiet = options.cases.filter((one) => !besideEachOther.flat().includes(one));
const shared = besideEachOther.map((lane) => lane.filter((one) => options.cases.includes(one)));
const broken = [...(await runLanes(shared, runCase)), ...(await runLanes([quiet], runCase))];

process.stdout.write(`${findingsTable(options.cases.flatMap((one) => findings.get(one) ?? []))}\n`);
const missed = [...findings.values()].flat().filter((finding) => !isReached(finding)).length;
const names = broken.map(({ id }) => id).join(' ');
process.stdout.write(`\n${missed} goals missed, ${broken.length} cases broken ${names}\n`);
process.exitCode = broken.length > 0 ? 1 : 0;

async function runCase(one: BenchCase): Promise<void> {
  process.stderr.write(`${one.id}: ${one.title}\n`);
  const startedAt = performance.now();
  try {
    const minutes = namedCases.includes(one) ? 120 : limitMinutes;
    const found = await processes.run(one.id, options.effort, minutes * 60_000);
    findings.set(one, found);
    keep(one, found, Math.round((performance.now() - startedAt) / 1_000));
  } catch (error) {
    process.stderr.write(`${one.id} broke: ${error instanceof Error ? error.stack : error}\n`);
    throw error;
  } finally {
    process.stderr.write(`${one.id} took ${Math.round((performance.now() - startedAt) / 1_000)} s\n`);
  }
}

function keep(one: BenchCase, found: readonly Finding[], seconds: number): void {
  if (options.quick || namedCases.includes(one)) return;
  const kept = keepFindings(one.id, found, { rounds: options.effort.rounds, seconds });
  const ids = allCases.map(({ id }) => id);
  if (writeFigures(kept, ids)) process.stderr.write('docs/performance.md is written\n');
}
