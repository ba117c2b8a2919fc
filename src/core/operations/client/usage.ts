import { usageOperations as rows } from '#contract/operations/usage.ts';
import { presentSubscription } from '../../administration/tenant/present-tenant.ts';
import { checkAnyUserId } from '../../identity/external-user-id.ts';
import { type EndedTurnStore, readEndedTurns } from '../../jobs/ended-turns.ts';
import { readTenantUsage, type TenantUsageServices } from '../../usage/read-tenant-usage.ts';
import { listed, type PerformsAll } from './client-operation.ts';

export interface UsageServices extends TenantUsageServices {
  readonly endedTurns: EndedTurnStore;
}

/** What is read of a tenant's usage. */
const performs: PerformsAll<typeof rows, UsageServices> = {
  getUsage: async (services, { client }) => ({ body: await readTenantUsage(services, client) }),
  getSubscription: async (_services, { client }) => ({ body: presentSubscription(client) }),
  /** What became of the questions of the tenant's people, or of one person. */
  listEndedTurns: async ({ endedTurns }, { client, query: { identity, ...query } }) => {
    const userId = identity === undefined ? null : checkAnyUserId(identity, '?identity');
    const reading = { clientSlug: client.slug, userId, query };
    return { body: await readEndedTurns(endedTurns, reading) };
  },
};

export const usageOperations = listed(rows, performs);
