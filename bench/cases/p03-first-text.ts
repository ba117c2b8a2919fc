import { type BenchCase, requestsFor } from '../case.ts';
import { startParley } from '../contenders/parley.ts';
import { direct, startPipe } from '../contenders/stateless.ts';
import type { Measured } from '../measure.ts';
import { compare } from '../side-by-side.ts';
import { differences } from '../support/statistics.ts';

const STREAMS_PER_SECOND = 50;

/** Answers of one second each, 50 begun per second: 50 are open at any time. */
export const p03: BenchCase = {
  id: 'p3',
  title: 'Time that is added to the first text, 50 concurrent, over the provider alone',
  async run(effort) {
    const load = (requests: number) => ({ kind: 'open', perSecond: STREAMS_PER_SECOND, requests }) as const;
    const of = await compare({
      shape: { deltas: 50, paceMs: 20 },
      starters: [startParley, startPipe, async (mock) => direct(mock)],
      pattern: load(requestsFor(effort, 300)),
      warmUp: load(150),
      rounds: effort.rounds,
    });
    const added = (percentile: 'p50' | 'p99', name: 'parley' | 'pipe') =>
      differences(firstTexts(of(name), percentile), firstTexts(of('direct'), percentile));
    const delayed = of('parley').map((one) => one.load.delayedAckShare * 100);
    const what = 'added to the first text';
    const finding = { case: 'p3', unit: 'ms' } as const;
    return {
      findings: [
        { ...finding, what: `${what}, p50`, values: added('p50', 'parley'), goal: { atMost: 2 } },
        { ...finding, what: `${what}, p99`, values: added('p99', 'parley'), goal: { atMost: 5 } },
        {
          case: 'p3',
          what: 'first texts some 40 ms late',
          unit: '%',
          values: delayed,
          goal: { atMost: 1 },
        },
        { ...finding, what: `${what} by the pipe, p50`, values: added('p50', 'pipe'), goal: null },
        { ...finding, what: `${what} by the pipe, p99`, values: added('p99', 'pipe'), goal: null },
      ],
      raw: { parley: of('parley'), pipe: of('pipe'), direct: of('direct') },
    };
  },
};

function firstTexts(measured: readonly Measured[], percentile: 'p50' | 'p99'): number[] {
  return measured.map((one) => one.load.firstTextMs[percentile]);
}
