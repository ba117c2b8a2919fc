import type { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { type AuditStore, presentAuditEntry } from '#core/audit/audit.ts';
import { readAudit } from '#core/audit/read-audit.ts';
import { presentPage } from '#core/shared/list-page.ts';
import { listDailyUsage, presentDailyUsage } from '#core/usage/report-usage.ts';
import type { UsageReportStore } from '#core/usage/usage-report-store.ts';
import type { Handler } from '../../routing/call.ts';

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
