import type { endpoints } from '#contract/endpoints/endpoints.ts';
import type { ProviderWatch } from '#core/health/provider-watch.ts';
import { listAgents } from '#core/identity/agents.ts';
import { type ConfiguredModels, listProviders } from '#core/models/client-models.ts';
import type { CostStore } from '#core/usage/cost-store.ts';
import { rateLimitFields } from '#core/usage/rate-limit-fields.ts';
import { listOwnDays } from '#core/usage/report-usage.ts';
import { readUsage, type UsageReading } from '#core/usage/usage.ts';
import type { UsageReportStore } from '#core/usage/usage-report-store.ts';
import type { Handler } from '../../routing/call.ts';
import { identify } from '../../session/request-identity.ts';

export function getUsageHandler(reading: UsageReading): Handler<typeof endpoints.getUsage> {
  return async ({ caller, query }) => {
    const owner = identify(caller, { query: query.external_user_id });
    const { answer, counts } = await readUsage(reading, caller, owner);
    return { headers: rateLimitFields(caller, counts), body: answer };
  };
}

interface UsageDaysServices {
  readonly reports: UsageReportStore;
  readonly costs: CostStore;
}

export function listUsageDaysHandler(services: UsageDaysServices): Handler<typeof endpoints.listUsageDays> {
  return async ({ caller, query }) => {
    const { external_user_id: user, from = null, to = null } = query;
    const externalUserId = user === undefined ? null : identify(caller, { query: user }).userId;
    const filter = { clientSlug: caller.client.slug, externalUserId, from, to };
    return { body: await listOwnDays(services, filter, caller.client.showCost) };
  };
}

export const listAgentsHandler: Handler<typeof endpoints.listUsableAgents> = async ({ caller }) => ({
  body: listAgents(caller.client),
});

export function listProvidersHandler(
  models: ConfiguredModels,
  providers: ProviderWatch,
): Handler<typeof endpoints.listProviders> {
  return async ({ caller }) => ({ body: listProviders(caller.client, models, await providers.seen()) });
}
