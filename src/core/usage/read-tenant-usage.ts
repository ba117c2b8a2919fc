import type { TenantUsage } from '#contract/hosted.ts';
import { perDimension } from '#contract/quota.ts';
import type { Client } from '../clients/client.ts';
import { isUnguarded } from '../clients/embedding.ts';
import type { CallFigures } from '../models/counted-call.ts';
import { presentCalls, sumCalls } from './call-figures.ts';
import { type CostSum, presentCost } from './cost.ts';
import type { CostStore } from './cost-store.ts';
import { readUsageOfDay } from './report-usage.ts';
import type { TenantUsageStore } from './tenant-usage-store.ts';
import type { UsageReportStore } from './usage-report-store.ts';

const days = 30;
const shownUsers = 100;
const shownToday = 10;
const dayMs = 86_400_000;

export interface TenantUsageServices {
  readonly reports: UsageReportStore;
  readonly costs: CostStore;
  readonly tenantUsage: TenantUsageStore;
}

/** The usage of a tenant today and over 30 days, by dimension, and its heaviest users. */
export async function readTenantUsage(
  { reports, costs, tenantUsage: users }: TenantUsageServices,
  client: Client,
): Promise<TenantUsage> {
  const { slug: clientSlug, showCost } = client;
  const filter = { clientSlug, externalUserId: null, from: null, to: null };
  const counted = readUsageOfDay(reports, client, null, null);
  const [today, rows, priced, month, top, topToday] = await Promise.all([
    counted,
    reports.list(filter, null, days),
    showCost
      ? counted.then(({ day }) =>
          costs.ofClientDays(lastDays(day).map((each) => ({ clientSlug, day: each }))),
        )
      : [],
    costs.ofMonth({ month: null, clientSlug }),
    users.topUsers(client.id, shownUsers),
    users.topUsersToday(client.id, shownToday),
  ]);
  const usedOn = new Map(rows.map((row) => [row.day, row]));
  const costOn = new Map(priced.map(({ day, cost }) => [day, cost]));
  const unused = perDimension(() => 0);
  return {
    ok: true,
    today: today.usage,
    days: lastDays(today.day).map((day) => ({
      day,
      ...(usedOn.get(day)?.counts ?? unused),
      ...shownOf(usedOn.get(day)?.calls ?? sumCalls([]), costOn.get(day)),
    })),
    month: shownOf(month, showCost ? month.cost : undefined),
    users: top.map((user) => ({
      external_user_id: user.externalUserId,
      email: user.email,
      today: user.today,
      month: user.month,
    })),
    top_today: topToday.map((user) => ({
      external_user_id: user.externalUserId,
      email: user.email,
      today: user.today,
    })),
    unguarded: isUnguarded(client),
  };
}

/** Calls and tokens, with what they cost only where the operator shows it. */
function shownOf(calls: CallFigures, cost: CostSum | undefined) {
  return { ...presentCalls(calls), ...(cost !== undefined && { cost: presentCost(cost) }) };
}

/** Oldest first, up to `today`. */
function lastDays(today: string): readonly string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) =>
    new Date(end - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}
