import type { BenchCase } from '../case.ts';
import { startParley } from '../contenders/parley.ts';
import { startUsual } from '../contenders/usual.ts';
import { compare } from '../side-by-side.ts';
import { ratios } from '../support/statistics.ts';
import { costOf, pacedTurns } from './paced-turns.ts';

export const p02: BenchCase = {
  id: 'p2',
  title: 'Service CPU of the same turn, against the usual build',
  async run(effort) {
    const of = await compare(pacedTurns(effort, [startParley, startUsual]));
    const parley = costOf(of('parley'));
    const usual = costOf(of('usual'));
    const information = { case: 'p2', goal: null, unit: 'ms' } as const;
    return {
      findings: [
        {
          case: 'p2',
          what: 'service CPU per turn, Parley / usual',
          unit: '×',
          values: ratios(parley.server, usual.server),
          goal: { atMost: 0.2 },
        },
        {
          case: 'p2',
          what: 'PostgreSQL CPU per turn, Parley / usual',
          unit: '×',
          values: ratios(parley.database, usual.database),
          goal: null,
        },
        { ...information, what: 'service CPU per turn, usual', values: usual.server },
        { ...information, what: 'PostgreSQL CPU per turn, usual', values: usual.database },
      ],
      raw: { parley: of('parley'), usual: of('usual') },
    };
  },
};
