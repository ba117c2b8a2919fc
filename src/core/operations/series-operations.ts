import type { SeriesKey, UsageMinutes, UsageSeries } from '#contract/console/screens.ts';
import type { ClientManager } from '../administration/manage-clients.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import type { SeriesGroup, SeriesRow } from '../numbers/stored-numbers.ts';
import { figuresOf } from '../screens/present-figures.ts';
import type { ScreenStore } from '../screens/screen-store.ts';
import { presentCost } from '../usage/cost.ts';
import type { CostSeries, CostStore } from '../usage/cost-store.ts';
import { isDay } from '../usage/report-usage.ts';
import { operation } from './operation.ts';
import type { ScreenServices } from './screen-services.ts';

const dayMs = 86_400_000;
const longestDays = 92;
const usualDays = 30;
/** So many rows are read for a chart of the day, however busy a client is. */
const mostTurnsRead = 20_000;
/** A screen would get thousands of keys otherwise. */
const mostGroups = 12;

interface Services extends ScreenServices {
  readonly clients: ClientManager;
  readonly costs: CostStore;
}

type AskedSeries = Pick<UsageSeries, 'from' | 'to' | 'by' | 'client'>;

const groupOf = {
  day: 'total',
  model: 'model',
  agent: 'agent',
  client: 'client',
} as const satisfies Readonly<Record<SeriesKey, SeriesGroup>>;

const nothing = { amount: null, unpriced: [], callsWithoutTokens: 0 };

const ok = { ok: true } as const;

export const seriesOperations = {
  getUsageSeries: operation(
    'getUsageSeries',
    async ({ clients, recent, ...services }: Services, { query }) => {
      const { client = null, by = 'day' } = query;
      if (client !== null) await clients.find(client);
      const { day: today } = await services.screens.chargesToday([]);
      const span = spanOf(query.from, query.to, today);
      const asked = { ...span, by, client };
      return { body: await recent.series.read(JSON.stringify(asked), () => readSeries(services, asked)) };
    },
  ),
  getUsageMinutes: operation(
    'getUsageMinutes',
    async ({ clients, recent, screens }: Services, { query: { client: slug = null } }) => {
      const client = slug === null ? null : await clients.find(slug);
      return { body: await recent.minutes.read(slug ?? '', () => readMinutes(screens, client)) };
    },
  ),
};

async function readMinutes(screens: ScreenStore, client: Client | null): Promise<UsageMinutes> {
  const [{ day }, rows] = await Promise.all([
    screens.chargesToday([]),
    client === null ? screens.callsOfToday() : screens.turnsOfToday(client.id, mostTurnsRead),
  ]);
  const read = rows.reduce((sum, { count }) => sum + count, 0);
  const minutes = rows.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts }));
  const isCut = client !== null && read >= mostTurnsRead;
  const midnight = `${day}T00:00:00.000Z`;
  const since = isCut ? (minutes[0]?.at ?? midnight) : midnight;
  return { ...ok, day, client: client?.slug ?? null, since, minutes };
}

async function readSeries(
  { numbers, costs }: Pick<Services, 'numbers' | 'costs'>,
  asked: AskedSeries,
): Promise<UsageSeries> {
  const { from, to, by, client } = asked;
  const filter = { clientSlug: client, from, to, by: groupOf[by] };
  const rows = await numbers.usageSeries({ ...filter, mostGroups });
  const groups = [...new Set(rows.flatMap(({ group }) => group ?? []))];
  return { ...ok, ...asked, ...presentSeries(rows, await costs.series({ ...filter, groups }), by) };
}

function spanOf(from: string | undefined, to: string | undefined, today: string) {
  checkDay(from, '?from');
  checkDay(to, '?to');
  const last = to ?? today;
  const first = from ?? dayAt(Date.parse(last) - (usualDays - 1) * dayMs);
  const days = (Date.parse(last) - Date.parse(first)) / dayMs + 1;
  if (days < 1) throw errors.invalidField('?from', 'must not be after to', 'range');
  if (days > longestDays)
    throw errors.invalidField('?from', `must be within ${longestDays} days of to`, 'range');
  return { from: first, to: last };
}

function checkDay(day: string | undefined, pointer: string): void {
  if (day !== undefined && !isDay(day))
    throw errors.invalidField(pointer, 'must be a day as YYYY-MM-DD', 'format');
}

function dayAt(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The keys without rows of their own share one. */
function presentSeries(
  rows: readonly SeriesRow[],
  costs: CostSeries,
  by: SeriesKey,
): Pick<UsageSeries, 'data' | 'totals' | 'cost'> {
  const keyOf = ({ group }: Pick<SeriesRow, 'group'>) => (by === 'day' ? null : (group ?? 'other'));
  const placeOf = (day: string | null, key: string | null) => JSON.stringify([day, key]);
  const known = new Map(costs.rows.map((row) => [placeOf(row.day, keyOf(row)), row.cost]));
  // Turns without a call have cost nothing.
  const costOf = (day: string | null, key: string | null) =>
    presentCost(known.get(placeOf(day, key)) ?? { ...nothing, currency: costs.all.currency });
  const data = [...Map.groupBy(rows, (row) => JSON.stringify([row.day, keyOf(row)]))].map(([, own]) => {
    const [first] = own;
    const [day, key] = first === undefined ? ['', null] : [first.day, keyOf(first)];
    return { day, key, ...figuresOf(own), cost: costOf(day, key) };
  });
  const totals = [...Map.groupBy(rows, keyOf)].map(([key, own]) => {
    return { key, ...figuresOf(own), cost: costOf(null, key) };
  });
  return { data, totals: totals.sort(mostTurns), cost: presentCost(costs.all) };
}

function mostTurns(a: { readonly turns: number }, b: { readonly turns: number }): number {
  return b.turns - a.turns;
}
