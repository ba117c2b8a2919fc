import type { TenantUsage } from '#contract/hosted.ts';
import { perDimension } from '#contract/quota.ts';
import type { Client } from '../clients/client.ts';
import { isUnguarded } from '../clients/embedding.ts';
import { readUsageOfDay } from './report-usage.ts';
import type { TenantUsageStore } from './tenant-usage-store.ts';
import type { UsageReportStore } from './usage-report-store.ts';

const days = 30;
const shownUsers = 100;
const shownToday = 10;
const dayMs = 86_400_000;

/** The usage of a tenant today and over 30 days, by dimension, and its heaviest users. */
export async function readTenantUsage(
  reports: UsageReportStore,
  users: TenantUsageStore,
  client: Client,
): Promise<TenantUsage> {
  const filter = { clientSlug: client.slug, externalUserId: null, from: null, to: null };
  const [today, rows, top, topToday] = await Promise.all([
    readUsageOfDay(reports, client, null, null),
    reports.list(filter, null, days),
    users.topUsers(client.id, shownUsers),
    users.topUsersToday(client.id, shownToday),
  ]);
  const countsOn = new Map(rows.map((row) => [row.day, row.counts]));
  const unused = perDimension(() => 0);
  return {
    ok: true,
    today: today.usage,
    days: lastDays(today.day).map((day) => ({ day, ...(countsOn.get(day) ?? unused) })),
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

/** Oldest first, up to `today`. */
function lastDays(today: string): readonly string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) =>
    new Date(end - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}
