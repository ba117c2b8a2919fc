import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { runFailover } from '#test/servers/failover-run.ts';

const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? randomInt(2 ** 31));

it('a standby that commits wait for takes over without losing a turn that was acknowledged', async (t) => {
  const { acknowledged, downMs, eventLog } = await runFailover({ seed, isSynchronous: true });
  t.diagnostic(`PARLEY_FAULT_SEED=${seed}: ${acknowledged} turns, ${Math.round(downMs)} ms without one`);
  assert.partialDeepStrictEqual(eventLog, { status: 'warn' }, 'the doctor noticed the promotion');
});

it('a standby that nothing waits for has lost turns, and the same audit finds them', async () => {
  await assert.rejects(runFailover({ seed, isSynchronous: false }), /acknowledged and not stored/);
});
