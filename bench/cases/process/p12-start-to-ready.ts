import type { BenchCase } from '../../case.ts';
import { startMock } from '../../contenders/mock.ts';
import { parleyEnvironment, startService } from '../../contenders/parley.ts';
import { createClient, ParleyClient } from '../../contenders/parley-client.ts';
import { makeFolder } from '../../support/folder.ts';
import { freePort } from '../../support/free-port.ts';

export const p12: BenchCase = {
  id: 'p12',
  title: 'From start to a passing health check with a key, on an existing data folder',
  async run(effort) {
    await using mock = await startMock({ deltas: 1, paceMs: 0 });
    const port = await freePort();
    const environment = parleyEnvironment(mock.origin, makeFolder('data'), port);
    const apiKey = await firstStart(environment, port);
    const client = new ParleyClient(`http://127.0.0.1:${port}`, apiKey);
    const seconds: number[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      const startedAt = performance.now();
      await using _service = await startService(environment, port);
      await client.untilReady();
      seconds.push((performance.now() - startedAt) / 1000);
    }
    return {
      findings: [{ case: 'p12', what: 'start to ready', unit: 's', values: seconds, goal: { atMost: 0.5 } }],
      raw: { seconds },
    };
  },
};

/** Creates the data folder, and a client in it. */
async function firstStart(environment: Readonly<Record<string, string>>, port: number): Promise<string> {
  await using _service = await startService(environment, port);
  return await createClient(environment);
}
