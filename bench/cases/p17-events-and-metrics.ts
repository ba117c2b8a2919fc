import type { BenchCase } from '../case.ts';
import type { Contender } from '../contenders/contender.ts';
import type { MockProvider } from '../contenders/mock.ts';
import { startParley } from '../contenders/parley.ts';
import { compare } from '../side-by-side.ts';
import { freePort } from '../support/free-port.ts';
import { quantile, ratios, sums } from '../support/statistics.ts';
import { costOf, pacedTurns } from './paced-turns.ts';

/** More often than Prometheus asks by default. */
const scrapeEveryMs = 5_000;

export const p17: BenchCase = {
  id: 'p17',
  title: 'CPU of the same turn for a client with events while metrics are scraped, against without both',
  async run(effort) {
    // Rounds of the same code differ by more than the goal, so there are more of them, and shorter ones.
    const rounds = { ...effort, rounds: effort.rounds * 3 };
    const of = await compare(pacedTurns(rounds, [startParley, startObserved], 300));
    const plain = costOf(of('parley'));
    const observed = costOf(of('observed'));
    const service = ratios(observed.server, plain.server);
    const whole = ratios(sums(observed.server, observed.database), sums(plain.server, plain.database));
    const information = { case: 'p17', goal: null, unit: 'ms' } as const;
    return {
      findings: [
        {
          case: 'p17',
          what: 'service CPU per turn, with / without',
          unit: '×',
          values: service,
          goal: { atMost: 1.03 },
        },
        {
          case: 'p17',
          what: 'upper quartile of its rounds',
          unit: '×',
          values: [quantile(service, 0.75)],
          goal: { atMost: 1.05 },
        },
        {
          case: 'p17',
          what: 'CPU per turn with PostgreSQL, with / without',
          unit: '×',
          values: whole,
          goal: { atMost: 1.03 },
        },
        {
          case: 'p17',
          what: 'upper quartile of these rounds',
          unit: '×',
          values: [quantile(whole, 0.75)],
          goal: { atMost: 1.05 },
        },
        { ...information, what: 'service CPU per turn, with', values: observed.server },
        { ...information, what: 'service CPU per turn, without', values: plain.server },
      ],
      raw: { plain: of('parley'), observed: of('observed') },
    };
  },
};

async function startObserved(mock: MockProvider): Promise<Contender> {
  await using stack = new AsyncDisposableStack();
  const metrics = `127.0.0.1:${await freePort()}`;
  const parley = stack.use(await startParley(mock, { metrics, scopes: 'chat,webhooks' }));
  // A client's events are stored from its first read of them.
  await parley.client.ask('/v1/events');
  const timer = setInterval(() => void scrape(metrics), scrapeEveryMs);
  stack.defer(() => clearInterval(timer));
  const owned = stack.move();
  return { ...parley, name: 'observed', [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function scrape(metrics: string): Promise<void> {
  const answer = await fetch(`http://${metrics}/metrics`);
  if (!answer.ok) throw new Error(`/metrics: ${answer.status}`);
  await answer.text();
}
