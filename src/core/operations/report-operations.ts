import type { ClientManager } from '../administration/manage-clients.ts';
import { isHostedUser } from '../audit/actor.ts';
import { type AuditStore, presentAuditEntry, readAudit } from '../audit/audit.ts';
import { momentOf } from '../audit/moment.ts';
import type { Client } from '../clients/client.ts';
import { presentPage } from '../shared/list-page.ts';
import { listDailyUsage, presentDailyUsage, readUsageOfDay } from '../usage/report-usage.ts';
import type { UsageReportStore } from '../usage/usage-report-store.ts';
import { type OperationCall, operation, parameter, shellOperation } from './operation.ts';
import { requirePeople } from './principal.ts';

interface UsageServices {
  readonly reports: UsageReportStore;
}

interface AuditServices {
  readonly audit: AuditStore;
}

interface DayServices extends UsageServices {
  readonly clients: ClientManager;
}

export const reportOperations = {
  reportUsage: operation('reportUsage', async ({ reports }: UsageServices, { by, query }) => {
    if (query.user !== undefined) requirePeople(by);
    const filter = {
      clientSlug: query.client ?? null,
      externalUserId: query.user ?? null,
      from: query.from ?? null,
      to: query.to ?? null,
    };
    return { body: presentPage(await listDailyUsage(reports, filter, query), presentDailyUsage) };
  }),
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
