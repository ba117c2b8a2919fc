import type { SeriesKey, UsageSeries } from '#contract/console/screens.ts';
import type { ClientManager } from '../administration/manage-clients.ts';
import { errors } from '../errors.ts';
import type { SeriesGroup, SeriesRow, StoredNumbers } from '../numbers/stored-numbers.ts';
import { figuresOf } from '../screens/present-figures.ts';
import type { ScreenStore } from '../screens/screen-store.ts';
import { isDay } from '../usage/report-usage.ts';
import { operation } from './operation.ts';

const dayMs = 86_400_000;
const longestDays = 92;
const usualDays = 30;
const shownKeys = 12;

interface Services {
  readonly clients: ClientManager;
  readonly numbers: StoredNumbers;
  readonly screens: ScreenStore;
}

const groupOf: Readonly<Record<SeriesKey, SeriesGroup>> = {
  day: 'total',
  model: 'model',
  agent: 'agent',
  client: 'client',
};

const ok = { ok: true } as const;

export const seriesOperations = {
  getUsageSeries: operation('getUsageSeries', async ({ clients, numbers, screens }: Services, { query }) => {
    const { client = null, by = 'day' } = query;
    if (client !== null) await clients.find(client);
    const { day: today } = await screens.chargesToday([]);
    const { from, to } = spanOf(query.from, query.to, today);
    const rows = await numbers.usageSeries({ clientSlug: client, from, to, by: groupOf[by] });
    return { body: { ...ok, from, to, by, client, ...presentSeries(rows, by) } };
  }),
};

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

/** The keys with the most turns have rows of their own; the others share one, or a screen would get thousands. */
function presentSeries(rows: readonly SeriesRow[], by: SeriesKey): Pick<UsageSeries, 'data' | 'totals'> {
  const byGroup = Map.groupBy(rows, ({ group }) => group);
  const ranked = [...byGroup].map(([group, own]) => ({ group, ...figuresOf(own) })).sort(mostTurns);
  const shown = new Set(ranked.slice(0, shownKeys).map(({ group }) => group));
  const keyOf = ({ group }: SeriesRow) => (by === 'day' ? null : shown.has(group) ? group : 'other');
  const data = [...Map.groupBy(rows, (row) => JSON.stringify([row.day, keyOf(row)]))].map(([, own]) => {
    const [first] = own;
    return { day: first?.day ?? '', key: first === undefined ? null : keyOf(first), ...figuresOf(own) };
  });
  const totals = [...Map.groupBy(rows, keyOf)].map(([key, own]) => ({ key, ...figuresOf(own) }));
  return { data, totals: totals.sort(mostTurns) };
}

function mostTurns(a: { readonly turns: number }, b: { readonly turns: number }): number {
  return b.turns - a.turns;
}
