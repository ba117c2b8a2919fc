import { type BenchCase, requestsFor } from '../case.ts';
import { startParley } from '../contenders/parley.ts';
import { startPipe } from '../contenders/stateless.ts';
import { startUsual } from '../contenders/usual.ts';
import { compare } from '../side-by-side.ts';
import { ratios } from '../support/statistics.ts';

const CONCURRENT = 256;

export const p04: BenchCase = {
  id: 'p4',
  title: 'Durable turns per second of one client, unpaced, 256 concurrent, against the usual build',
  async run(effort) {
    const load = (requests: number) =>
      ({ kind: 'closed', concurrency: CONCURRENT, requests, rampMs: 0 }) as const;
    const of = await compare({
      shape: { deltas: 50, paceMs: 0 },
      starters: [startParley, startUsual, startPipe],
      pattern: load(requestsFor(effort, 3000, CONCURRENT)),
      warmUp: load(1000),
      rounds: effort.rounds,
    });
    const rate = (name: 'parley' | 'usual' | 'pipe') => of(name).map((one) => one.turnsPerSecond);
    const finding = { case: 'p4', goal: null } as const;
    return {
      findings: [
        {
          case: 'p4',
          what: 'turns per second, Parley / usual',
          unit: '×',
          values: ratios(rate('parley'), rate('usual')),
          goal: { atLeast: 11 },
        },
        { ...finding, what: 'pipe / usual', unit: '×', values: ratios(rate('pipe'), rate('usual')) },
        { ...finding, what: 'turns per second, Parley', unit: '/s', values: rate('parley') },
        { ...finding, what: 'turns per second, usual', unit: '/s', values: rate('usual') },
      ],
      raw: { parley: of('parley'), usual: of('usual'), pipe: of('pipe') },
    };
  },
};
