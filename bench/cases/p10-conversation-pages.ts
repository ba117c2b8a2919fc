import { type BenchCase, requestsFor } from '../case.ts';
import { startMock } from '../contenders/mock.ts';
import { type Parley, startParley } from '../contenders/parley.ts';
import { measure } from '../measure.ts';
import { fillConversations } from '../support/fill-tables.ts';
import { ratios } from '../support/statistics.ts';

const USER = 'reader';
const FAR_PAGE = 500;
const CONCURRENT = 8;
const PATH = `/v1/conversations?external_user_id=${USER}`;

export const p10: BenchCase = {
  id: 'p10',
  title: 'GET /conversations p99: 1,000,000 conversations against 1,000; page 500 against page 1',
  async run(effort) {
    await using mock = await startMock({ deltas: 1, paceMs: 0 });
    await using small = await startParley(mock);
    await using large = await startParley(mock);
    await fillConversations(small.postgres.url, { user: USER, own: 100, others: 900 });
    const others = Math.ceil(988_000 * effort.scale);
    await fillConversations(large.postgres.url, { user: USER, own: 12_000, others });
    const farPath = await pathOfPage(large, FAR_PAGE);
    const requests = requestsFor(effort, 2000);
    const smallMs: number[] = [];
    const largeMs: number[] = [];
    const farMs: number[] = [];
    for (let round = 0; round <= effort.rounds; round += 1) {
      smallMs.push(await p99(small, PATH, requests));
      largeMs.push(await p99(large, PATH, requests));
      farMs.push(await p99(large, farPath, requests));
    }
    // The first round warms both sides up.
    const [few, many, far] = [smallMs.slice(1), largeMs.slice(1), farMs.slice(1)];
    const finding = { case: 'p10', unit: '×', goal: { atMost: 1.2 } } as const;
    return {
      findings: [
        { ...finding, what: 'p99 of page 1, 1,000,000 / 1,000', values: ratios(many, few) },
        { ...finding, what: 'p99, page 500 / page 1', values: ratios(far, many) },
        { case: 'p10', what: 'p99 of page 1, 1,000,000', unit: 'ms', values: many, goal: null },
      ],
      raw: { smallMs, largeMs, farMs },
    };
  },
};

async function pathOfPage(parley: Parley, page: number): Promise<string> {
  let path = PATH;
  for (let at = 1; at < page; at += 1) {
    const { next_cursor: cursor } = await parley.client.ask<{ next_cursor: string | null }>(path);
    if (cursor === null) throw new Error(`only ${at} pages`);
    path = `${PATH}&cursor=${encodeURIComponent(cursor)}`;
  }
  return path;
}

async function p99(parley: Parley, path: string, requests: number): Promise<number> {
  const pattern = { kind: 'closed', concurrency: CONCURRENT, requests, rampMs: 0 } as const;
  const target = parley.route({ method: 'GET', path });
  return (await measure({ ...parley, target }, pattern, null)).load.totalMs.p99;
}
