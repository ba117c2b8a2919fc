import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { runUpgrade } from '#test/upgrade/upgrade-run.ts';

it('two processes of 0.4.0 and two of this version change places under load while workers are killed, and no request is refused', {
  timeout: 300_000,
}, async (t) => {
  const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`PARLEY_FAULT_SEED=${seed}`);
  const { turns } = await runUpgrade({
    version: '0.4.0',
    seed,
    processes: 2,
    senders: 24,
    phaseMs: 6_000,
    paceMs: 50,
    killsWorkers: true,
  });
  t.diagnostic(`${turns} turns`);
  assert.ok(turns > 200, 'too few turns to show anything');
});
