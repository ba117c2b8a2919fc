import type { ClientManager } from '../administration/manage-clients.ts';
import { isHostedUser } from '../audit/actor.ts';
import { type AuditStore, presentAuditEntry, readAudit } from '../audit/audit.ts';
import { momentOf } from '../audit/moment.ts';
import type { Client } from '../clients/client.ts';
import { presentPage } from '../shared/list-page.ts';
import type { CostStore } from '../usage/cost-store.ts';
import { exportMonth, readMonth } from '../usage/report-month.ts';
import { listDailyUsage, presentDailyUsage, readUsageOfDay, withCosts } from '../usage/report-usage.ts';
import type { UsageReportStore } from '../usage/usage-report-store.ts';
import { type OperationCall, operation, parameter, shellOperation } from './operation.ts';
import { requirePeople } from './principal.ts';

interface UsageServices {
  readonly reports: UsageReportStore;
}

interface AuditServices {
  readonly audit: AuditStore;
}

interface CostServices {
  readonly costs: CostStore;
}

interface MonthServices extends CostServices {
  readonly clients: ClientManager;
}

interface DayServices extends UsageServices {
  readonly clients: ClientManager;
}

export const reportOperations = {
  reportUsage: operation(
    'reportUsage',
    async ({ reports, costs }: UsageServices & CostServices, { by, query }) => {
      if (query.user !== undefined) requirePeople(by);
      const filter = {
        clientSlug: query.client ?? null,
        externalUserId: query.user ?? null,
        from: query.from ?? null,
        to: query.to ?? null,
      };
      const page = await listDailyUsage(reports, filter, query);
      const rows = await withCosts(costs, page.rows);
      return { body: presentPage({ ...page, rows }, presentDailyUsage) };
    },
  ),
  reportMonth: operation('reportMonth', async ({ clients, costs }: MonthServices, { query }) => {
    const { month = null, client = null } = query;
    if (client !== null) await clients.find(client);
    return { body: await readMonth(costs, { month, clientSlug: client }, query) };
  }),
  exportUsage: operation('exportUsage', async ({ costs }: CostServices, { query }) => ({
    body: exportMonth(costs, query.month),
  })),
  readUsageOfDay: shellOperation(
    'readUsageOfDay',
    async ({ clients, reports }: DayServices, { params, body }: OperationCall<object, DayAsked>) => {
      const client = await clients.find(parameter(params, 'slug'));
      return { body: await usageOfDay(reports, client, body) };
    },
  ),
  listAudit: operation('listAudit', async ({ audit }: AuditServices, { by, query }) => {
    // The entries found under a person's name would reveal whose they are.
    if (query.actor !== undefined && isHostedUser(query.actor)) requirePeople(by);
    const filter = {
      clientSlug: query.client ?? null,
      actor: query.actor ?? null,
      action: query.action ?? null,
      since: momentOf(query.since, '?since'),
      until: momentOf(query.until, '?until'),
    };
    const page = await readAudit(audit, filter, query);
    return { body: presentPage(page, presentAuditEntry) };
  }),
};

interface DayAsked {
  readonly user: string | null;
  readonly day: string | null;
}

async function usageOfDay(reports: UsageReportStore, client: Client, { user, day }: DayAsked) {
  const found = await readUsageOfDay(reports, client, user, day);
  const whose = user === null ? {} : { external_user_id: user };
  return { ok: true, client: client.slug, ...whose, day: found.day, usage: found.usage } as const;
}
