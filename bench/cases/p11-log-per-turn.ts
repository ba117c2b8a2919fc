import { Client } from 'pg';
import { type BenchCase, requestsFor } from '../case.ts';
import { startMock } from '../contenders/mock.ts';
import { startParley } from '../contenders/parley.ts';
import { measure } from '../measure.ts';

const CONCURRENT = 100;

export const p11: BenchCase = {
  id: 'p11',
  title: 'Write-ahead log per 50-delta turn at 20 ms pace, 100 concurrent',
  async run(effort) {
    await using mock = await startMock({ deltas: 50, paceMs: 20 });
    await using parley = await startParley(mock);
    const client = new Client({ connectionString: parley.postgres.url });
    await client.connect();
    const requests = requestsFor(effort, 2000, CONCURRENT);
    const pattern = { kind: 'closed', concurrency: CONCURRENT, requests, rampMs: 1000 } as const;
    const kilobytes: number[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      const before = await written(client);
      await measure(parley, pattern, mock.digest);
      kilobytes.push(((await written(client)) - before) / requests / 1024);
    }
    await client.end();
    return {
      findings: [{ case: 'p11', what: 'log per turn', unit: 'KB', values: kilobytes, goal: { atMost: 3.6 } }],
      raw: { kilobytes },
    };
  },
};

/** Bytes of log since the server was made, up to what is inserted. */
async function written(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as bytes`,
  );
  return Number(rows[0]?.bytes);
}
