import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { runFaults } from '#test/fault-run.ts';

const seconds = Number(process.env['PARLEY_FAULT_SECONDS'] ?? 240);

it('minutes of faults lose nothing, end nothing twice, and charge exactly', {
  timeout: (seconds + 300) * 1_000,
}, async (t) => {
  const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`PARLEY_FAULT_SEED=${seed}`);
  await runFaults({ seed, seconds, report: (line) => t.diagnostic(line) });
});
