import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { runRollingRestart } from '#test/upgrade/rolling-restart.ts';

it('two processes that answer and two workers are replaced twice under load, and no request is refused', {
  timeout: 300_000,
}, async (t) => {
  const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`PARLEY_FAULT_SEED=${seed}`);
  const { turns } = await runRollingRestart({
    seed,
    processes: 2,
    rounds: 2,
    senders: 24,
    pauseMs: 2_000,
    paceMs: 50,
  });
  t.diagnostic(`${turns} turns`);
  assert.ok(turns > 200, 'too few turns to show anything');
});
