import type { Failures, Overview } from '#contract/console/screens.ts';
import type { EndedTurnStore } from '../jobs/ended-turns.ts';
import type { StoredNumbers } from '../numbers/stored-numbers.ts';
import { figuresOf } from '../screens/present-figures.ts';
import { presentLanes } from '../screens/present-processes.ts';
import { failingProviders, judgedMinutes } from '../screens/present-providers.ts';
import { previousDay } from '../usage/usage.ts';
import { operation } from './operation.ts';
import type { ScreenServices } from './screen-services.ts';

const dayMinutes = 24 * 60;
const nearShare = 0.8;
const shownClients = 20;

interface FailureServices extends Pick<ScreenServices, 'recent'> {
  readonly endedTurns: EndedTurnStore;
  readonly numbers: Pick<StoredNumbers, 'refusalsOfClients'>;
}

/** How many rows are read, however much fails. */
const mostCounted = 200;
const mostRefusals = 50;

export const overviewOperations = {
  getOverview: operation('getOverview', async ({ recent, ...services }: ScreenServices) => ({
    body: await recent.overview.read('', () => readOverview(services)),
  })),
  getFailures: operation('getFailures', async ({ recent, ...services }: FailureServices) => ({
    body: await recent.failures.read('', () => readFailures(services)),
  })),
};

async function readOverview({ screens, numbers }: Omit<ScreenServices, 'recent'>): Promise<Overview> {
  const charges = screens.chargesOfDays();
  const [{ day, today, yesterday, activeClients }, series, ...others] = await Promise.all([
    charges,
    charges.then(({ day: to }) =>
      numbers.usageSeries({ clientSlug: null, from: previousDay(to), to, by: 'total', mostGroups: 1 }),
    ),
    numbers.refusals(dayMinutes, null),
    screens.lanes(),
    numbers.processes(),
    numbers.providers(judgedMinutes),
    screens.clientsAtLimit(nearShare, shownClients),
    numbers.firstText(judgedMinutes),
  ]);
  const [refusals, lanes, processes, providers, nearLimit, firstText] = others;
  const figuresOn = (wanted: string) => figuresOf(series.filter((row) => row.day === wanted));
  return {
    ok: true,
    day,
    today: { ...today, ...figuresOn(day) },
    yesterday: { ...yesterday, ...figuresOn(previousDay(day)) },
    clients: { active_today: activeClients },
    first_text: { p50_ms: milliseconds(firstText?.p50), p95_ms: milliseconds(firstText?.p95) },
    refusals: refusals.map(({ code, refusals: count }) => ({ code, count })),
    lanes: presentLanes(lanes),
    running: processes.reduce((sum, { state }) => sum + (state?.running ?? 0), 0),
    processes: { live: processes.length, workers: processes.filter(({ slots }) => slots > 0).length },
    failing_providers: failingProviders(providers, processes),
    near_limit: nearLimit.map(({ slug, name, used, limit }) => ({ client: slug, name, used, limit })),
  };
}

function milliseconds(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.round(seconds * 1_000);
}

async function readFailures({ endedTurns, numbers }: Omit<FailureServices, 'recent'>): Promise<Failures> {
  const since = new Date(Date.now() - dayMinutes * 60_000);
  const statuses = ['failed', 'expired'] as const;
  const everywhere = { clientSlug: null, userId: null, statuses, requestId: null, since, until: null };
  const [turns, refusals] = await Promise.all([
    endedTurns.list(everywhere, null, mostCounted),
    numbers.refusalsOfClients(dayMinutes, mostRefusals),
  ]);
  return {
    ok: true,
    counted: mostCounted,
    kinds: kindsOf(turns.map(({ errorCode }) => errorCode ?? 'internal_error')),
    refusals: refusals.map(({ client, code, refusals: count }) => ({ client, code, count })),
  };
}

function kindsOf(codes: readonly string[]): Failures['kinds'] {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}
