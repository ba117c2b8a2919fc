import { type BenchCase, requestsFor } from '../case.ts';
import { direct, startPipe } from '../contenders/stateless.ts';
import { startUsual } from '../contenders/usual.ts';
import { compare, nginxIfInstalled } from '../side-by-side.ts';
import { holdPostgres } from '../support/postgres.ts';
import { runRate } from '../support/run-rate.ts';
import { ratios } from '../support/statistics.ts';
import { costOf, pacedTurns } from './paced-turns.ts';

/** Verifies, byte for byte and without the service, that the other sides do their work. Not among the goals. */
export const comparators: BenchCase = {
  id: 'comparators',
  title: 'The comparators among themselves',
  async run(effort) {
    const startDirect = async (mock: Parameters<typeof direct>[0]) => direct(mock);
    const starters = [startDirect, startPipe, startUsual, ...nginxIfInstalled];
    const of = await compare(pacedTurns(effort, starters));
    const pipe = costOf(of('pipe'));
    const usual = costOf(of('usual'));
    await using postgres = await holdPostgres();
    const rates = { requests: requestsFor(effort, 5000), concurrency: 256 };
    const send = await runRate('pg-boss-send', postgres.url, rates);
    const update = await runRate('row-update', postgres.url, rates);
    const finding = { case: 'comparators', goal: null } as const;
    return {
      findings: [
        {
          ...finding,
          what: 'CPU per stream, usual / pipe',
          unit: '×',
          values: ratios(usual.server, pipe.server),
        },
        { ...finding, what: 'CPU per stream, pipe', unit: 'ms', values: pipe.server },
        { ...finding, what: 'CPU per stream, usual', unit: 'ms', values: usual.server },
        { ...finding, what: 'CPU per stream, nginx', unit: 'ms', values: costOf(of('nginx')).server },
        { ...finding, what: 'PostgreSQL CPU per turn, usual', unit: 'ms', values: usual.database },
        { ...finding, what: 'pg-boss send()', unit: '/s', values: [send.perSecond] },
        { ...finding, what: 'row update', unit: '/s', values: [update.perSecond] },
      ],
      raw: { direct: of('direct'), pipe: of('pipe'), usual: of('usual'), nginx: of('nginx') },
    };
  },
};
