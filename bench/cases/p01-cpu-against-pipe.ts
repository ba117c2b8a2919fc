import type { BenchCase } from '../case.ts';
import type { Contender } from '../contenders/contender.ts';
import type { MockProvider } from '../contenders/mock.ts';
import { startParley } from '../contenders/parley.ts';
import { startPipe } from '../contenders/stateless.ts';
import type { Measured } from '../measure.ts';
import { compare } from '../side-by-side.ts';
import { ratios, sums } from '../support/statistics.ts';
import { costOf, pacedTurns } from './paced-turns.ts';

export const p01: BenchCase = {
  id: 'p1',
  title: 'CPU of a durable 50-delta turn at 20 ms pace, 100 concurrent, against a pipe',
  async run(effort) {
    const of = await compare(pacedTurns(effort, [startParley, startWithoutPace, startPipe]));
    const parley = costOf(of('parley'));
    const atOnce = costOf(of('parley at pace 0'));
    const pipe = costOf(of('pipe'));
    const finding = { case: 'p1', goal: null } as const;
    return {
      findings: [
        {
          case: 'p1',
          what: 'service CPU per turn, Parley / pipe',
          unit: '×',
          values: ratios(parley.server, pipe.server),
          goal: { atMost: 1 },
        },
        {
          case: 'p1b',
          what: 'CPU per turn with PostgreSQL, Parley / pipe',
          unit: '×',
          values: ratios(sums(parley.server, parley.database), pipe.server),
          goal: { atMost: 1.5 },
        },
        {
          case: 'p1',
          what: 'p99 of the gaps between two pieces, Parley',
          unit: 'ms',
          values: gapsOf(of('parley')),
          goal: { atMost: 110 },
        },
        {
          ...finding,
          what: 'service CPU per turn at a reading pace of 0, Parley / pipe',
          unit: '×',
          values: ratios(atOnce.server, pipe.server),
        },
        { ...finding, what: 'service CPU per turn, Parley', unit: 'ms', values: parley.server },
        { ...finding, what: 'PostgreSQL CPU per turn, Parley', unit: 'ms', values: parley.database },
        { ...finding, what: 'CPU per stream, pipe', unit: 'ms', values: pipe.server },
      ],
      raw: {
        parley: of('parley'),
        atOnce: of('parley at pace 0'),
        pipe: of('pipe'),
      },
    };
  },
};

/** Writes every delta of the provider to the reader separately, as the pipe does. */
async function startWithoutPace(mock: MockProvider): Promise<Contender> {
  return { ...(await startParley(mock, { limits: { reading_pace_ms: 0 } })), name: 'parley at pace 0' };
}

function gapsOf(measured: readonly Measured[]): number[] {
  return measured.map(({ load }) => load.gapMs.p99);
}
