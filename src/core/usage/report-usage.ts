import type { UsageRow } from '#contract/admin.ts';
import { perDimension } from '#contract/quota.ts';
import type { DayUsage } from '#contract/resources.ts';
import type { UsageDays } from '#contract/usage/usage-days.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import { type ListPage, type PageQuery, readPage } from '../shared/list-page.ts';
import { presentCalls } from './call-figures.ts';
import { type CostSum, presentCost } from './cost.ts';
import type { CostStore } from './cost-store.ts';
import { dimension, nextDay } from './usage.ts';
import type { DailyUsage, DailyUsageFilter, DailyUsageKey, UsageReportStore } from './usage-report-store.ts';

export interface UsageOfDay {
  readonly day: string;
  readonly usage: DayUsage;
}

/** The usage of a client, or of one of its users, on a day, beside the current limits. */
export async function readUsageOfDay(
  reports: UsageReportStore,
  client: Client,
  externalUserId: string | null,
  day: string | null,
): Promise<UsageOfDay> {
  const isOfUser = externalUserId !== null;
  const { day: counted, counts } = isOfUser
    ? await reports.userDay(client.id, externalUserId, day)
    : await reports.clientDay(client.id, day);
  const scope = isOfUser ? 'user' : 'client';
  const limits = isOfUser ? client.userLimits : { ...perDimension(() => null), requests: client.dailyLimit };
  const resetAt = nextDay(counted);
  const usage: DayUsage = {
    ...perDimension((name) => dimension(scope, counts[name], limits[name], resetAt)),
    reset_at: resetAt,
    timezone: 'UTC',
  };
  return { day: counted, usage };
}

const longestOwnList = 366;

/** A client's own days, or those of one of its users, newest first; with costs only where the operator shows them. */
export async function listOwnDays(
  { reports, costs }: { readonly reports: UsageReportStore; readonly costs: CostStore },
  filter: DailyUsageFilter,
  showsCost: boolean,
): Promise<UsageDays> {
  const { rows: counted, nextCursor } = await listDailyUsage(reports, filter, { limit: longestOwnList });
  const rows = showsCost ? await withCosts(costs, counted) : counted;
  const data = rows.map(presentDailyUsage).map(({ client: _, ...row }) => row);
  return { ok: true, object: 'list', data, has_more: nextCursor !== null };
}

/** Daily rows, newest first. */
export async function listDailyUsage(
  reports: UsageReportStore,
  filter: DailyUsageFilter,
  query: PageQuery,
): Promise<ListPage<DailyUsage>> {
  if (filter.from !== null) checkDay(filter.from, '?from');
  if (filter.to !== null) checkDay(filter.to, '?to');
  if (filter.from !== null && filter.to !== null && filter.from > filter.to) {
    throw errors.invalidField('?from', 'must not be after to', 'range');
  }
  if (filter.externalUserId !== null && filter.clientSlug === null) {
    throw errors.invalidField('?client', 'is required with user', 'required');
  }
  return readPage(query, dayAndClient, keyOf, (after, limit) => reports.list(filter, after, limit));
}

/** Days of a client with what they cost. Nothing says which calls were an end user's. */
export async function withCosts(
  costs: CostStore,
  rows: readonly DailyUsage[],
): Promise<readonly (DailyUsage & { readonly cost?: CostSum })[]> {
  if (rows.some(({ externalUserId }) => externalUserId !== null)) return rows;
  const used = await costs.ofClientDays(rows);
  return rows.map((row, index) => ({ ...row, ...used[index] }));
}

export function presentDailyUsage({ cost, ...row }: DailyUsage & { readonly cost?: CostSum }): UsageRow {
  return {
    day: row.day,
    client: row.clientSlug,
    external_user_id: row.externalUserId,
    ...row.counts,
    ...presentCalls(row.calls),
    ...(cost !== undefined && { cost: presentCost(cost) }),
  };
}

function checkDay(day: string, pointer: string): void {
  if (!isDay(day)) throw errors.invalidField(pointer, 'must be a day as YYYY-MM-DD', 'format');
}

/** Whether a text is a calendar day in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function keyOf(row: DailyUsage): DailyUsageKey {
  return [row.day, row.clientSlug];
}

function dayAndClient(parts: readonly unknown[]): DailyUsageKey | null {
  const [day, client] = parts;
  if (typeof day !== 'string' || typeof client !== 'string') return null;
  if (!isDay(day) || /\p{Cc}/u.test(client)) return null;
  return [day, client];
}
