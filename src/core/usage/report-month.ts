import { largestInteger } from '#contract/limits.ts';
import type { CsvRow } from '#contract/shared/csv.ts';
import { exportColumns, type UsageMonth } from '#contract/usage/usage-month.ts';
import { errors } from '../errors.ts';
import { type PageQuery, presentPage, readPage } from '../shared/list-page.ts';
import { presentCalls } from './call-figures.ts';
import { presentCost } from './cost.ts';
import type { ClientMonth, ClientMonthKey, CostStore, ExportedUsage, Used } from './cost-store.ts';
import { isDay } from './report-usage.ts';

interface MonthAsked {
  /** `YYYY-MM`; null: this month. */
  readonly month: string | null;
  readonly clientSlug: string | null;
}

/** What a month has cost: all of it, and by client in pages. */
export async function readMonth(
  costs: CostStore,
  { month, clientSlug }: MonthAsked,
  query: PageQuery,
): Promise<UsageMonth> {
  const filter = { month: month === null ? null : firstDayOf(month), clientSlug };
  const { month: firstDay, ...total } = await costs.ofMonth(filter);
  const page = await readPage(query, callsAndClient, keyOf, (after, limit) =>
    costs.clientsOfMonth({ month: firstDay, clientSlug }, after, limit),
  );
  return {
    ...presentPage(page, ({ clientSlug: client, name, ...own }) => ({ client, name, ...presentUsed(own) })),
    month: firstDay.slice(0, 7),
    total: presentUsed(total),
  };
}

/** The rows of the export of a month, with the names of its columns before them. */
export function exportMonth(costs: CostStore, month: string): AsyncIterable<CsvRow> {
  return rowsOf(costs.exportMonth(firstDayOf(month)));
}

async function* rowsOf(found: AsyncIterable<ExportedUsage>): AsyncGenerator<CsvRow, void> {
  yield exportColumns;
  for await (const used of found) {
    const cells: ReadonlyMap<string, string | number | null> = new Map(Object.entries(cellsOf(used)));
    yield exportColumns.map((name) => cells.get(name) ?? '');
  }
}

function cellsOf(
  used: ExportedUsage,
): Partial<Record<(typeof exportColumns)[number], string | number | null>> {
  if (used.row === 'turns') return { ...used, deep_dive: used.deepDive };
  return { ...used, ...presentCalls({ ...used, callsWithoutTokens: 0 }) };
}

function presentUsed(used: Used): UsageMonth['total'] {
  return { ...presentCalls(used), cost: presentCost(used.cost) };
}

function firstDayOf(month: string): string {
  const day = `${month}-01`;
  if (!isDay(day)) throw errors.invalidField('?month', 'must be a month as YYYY-MM', 'format');
  return day;
}

function keyOf({ calls, clientId }: ClientMonth): ClientMonthKey {
  return [calls, clientId];
}

function callsAndClient(parts: readonly unknown[]): ClientMonthKey | null {
  const [calls, clientId] = parts;
  return isCount(calls) && isCount(clientId) && clientId <= largestInteger ? [calls, clientId] : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
