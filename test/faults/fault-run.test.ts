import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { runFaults } from '#test/faults/fault-run.ts';

const seconds = Number(process.env['PARLEY_FAULT_SECONDS'] ?? 240);

it('minutes of faults lose nothing, end nothing twice, and charge exactly', {
  timeout: (seconds + 420) * 1_000,
}, async (t) => {
  const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`PARLEY_FAULT_SEED=${seed}`);
  const report = (line: string) => t.diagnostic(line);
  const { killed } = await runFaults({ seed, seconds, kills: 20, killedJobs: 60, report });
  for (const [until, { p99 }] of Object.entries({ 'came back': killed.back, ran: killed.runs })) {
    assert.ok(p99 <= 15_000, `a job of a killed process ${until} after ${p99} ms`);
  }
});
