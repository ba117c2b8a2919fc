import type { BenchCase } from '../case.ts';
import { startParley } from '../contenders/parley.ts';
import { startPipe } from '../contenders/stateless.ts';
import { compare, nginxIfInstalled } from '../side-by-side.ts';
import { ratios } from '../support/statistics.ts';
import { costOf, pacedTurns } from './paced-turns.ts';

export const p01: BenchCase = {
  id: 'p1',
  title: 'Service CPU of a durable 50-delta turn at 20 ms pace, 100 concurrent, against a pipe',
  async run(effort) {
    const of = await compare(pacedTurns(effort, [startParley, startPipe, ...nginxIfInstalled]));
    const parley = costOf(of('parley'));
    const pipe = costOf(of('pipe'));
    const nginx = costOf(of('nginx'));
    const information = { case: 'p1', goal: null } as const;
    return {
      findings: [
        {
          case: 'p1',
          what: 'service CPU per turn, Parley / pipe',
          unit: '×',
          values: ratios(parley.server, pipe.server),
          goal: { atMost: 1.4 },
        },
        { ...information, what: 'nginx / pipe', unit: '×', values: ratios(nginx.server, pipe.server) },
        { ...information, what: 'service CPU per turn, Parley', unit: 'ms', values: parley.server },
        { ...information, what: 'PostgreSQL CPU per turn, Parley', unit: 'ms', values: parley.database },
        { ...information, what: 'CPU per stream, pipe', unit: 'ms', values: pipe.server },
      ],
      raw: { parley: of('parley'), pipe: of('pipe'), nginx: of('nginx') },
    };
  },
};
