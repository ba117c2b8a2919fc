import { it } from 'node:test';
import { runUpgrade } from '#test/upgrade/upgrade-run.ts';

it('processes of 0.2.0 and of this version serve one database, and no request is refused while it is upgraded', async (t) => {
  const result = await runUpgrade({
    version: '0.2.0',
    seed: 1,
    processes: 1,
    senders: 8,
    phaseMs: 700,
    paceMs: 20,
    killsWorkers: false,
  });
  t.diagnostic(JSON.stringify(result));
});
