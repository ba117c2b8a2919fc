import type { adminEndpoints } from '#contract/admin-endpoints.ts';
import { type AuditStore, presentAuditEntry } from '#core/tenants/audit.ts';
import { presentPage } from '#core/tenants/list-page.ts';
import { readAudit } from '#core/tenants/read-audit.ts';
import { listDailyUsage, presentDailyUsage } from '#core/tenants/report-usage.ts';
import type { UsageReportStore } from '#core/tenants/usage-report-store.ts';
import type { Handler } from '../call.ts';

type Endpoints = typeof adminEndpoints;

export function reportUsage(reports: UsageReportStore): Handler<Endpoints['reportUsage']> {
  return async ({ query }) => {
    const filter = {
      clientSlug: query.client ?? null,
      externalUserId: query.user ?? null,
      from: query.from ?? null,
      to: query.to ?? null,
    };
    return { body: presentPage(await listDailyUsage(reports, filter, query), presentDailyUsage) };
  };
}

export function listAudit(audit: AuditStore): Handler<Endpoints['listAudit']> {
  return async ({ query }) => {
    const { client = null, actor = null, action = null } = query;
    const page = await readAudit(audit, { clientSlug: client, actor, action }, query);
    return { body: presentPage(page, presentAuditEntry) };
  };
}
