/** `node bench/run-case.ts p1 '{"rounds":5,"scale":1}'`: one case, whose outcome is kept in its raw file. */
import type { CaseOutcome, Effort } from './case.ts';
import { caseNamed } from './options.ts';
import { keepRaw } from './report/raw.ts';
import { removeFolders } from './support/folder.ts';
import { releasePostgres } from './support/postgres.ts';

const [id = '', effort = ''] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endEarly());
process.once('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`);
  void endEarly();
});
const parsed: Effort = JSON.parse(effort);
keepRaw(id, withoutTheAbsent(await caseNamed(id).run(parsed)));
removeFolders();

async function endEarly(): Promise<void> {
  await releasePostgres();
  removeFolders();
  process.exit(1);
}

/** nginx may not be installed; everything with a goal must be measured. */
function withoutTheAbsent(outcome: CaseOutcome): CaseOutcome {
  return {
    ...outcome,
    findings: outcome.findings.filter(({ goal, values }) => goal !== null || values.length > 0),
  };
}
