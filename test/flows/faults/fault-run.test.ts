import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { runFaults } from '#test/faults/fault-run.ts';

it('a short run of faults loses nothing, ends nothing twice, and charges exactly', {
  timeout: 300_000,
}, async (t) => {
  const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`PARLEY_FAULT_SEED=${seed}`);
  await runFaults({ seed, seconds: 6, kills: 0, killedJobs: 0, report: (line) => t.diagnostic(line) });
});
