import type { Administration } from '#core/administration/administration.ts';
import { AgentManager } from '#core/administration/manage-agents.ts';
import { ClientManager } from '#core/administration/manage-clients.ts';
import { UserManager } from '#core/administration/manage-users.ts';
import type { Database } from '../database/database.ts';
import { PostgresUsageReportStore } from '../usage/usage-report-store.ts';
import { PostgresAgentStore } from './agent-store.ts';
import { PostgresAuditStore } from './audit-store.ts';
import { PostgresClientStore } from './client-store.ts';
import { PostgresHostedUserStore } from './hosted-user-store.ts';
import { PostgresTenantStore } from './tenant-store.ts';

/**
 * The administration of the tenants in a database. `providerIds` are the configured model providers; what only reads
 * uses `reads`.
 */
export function createTenantAdministration(
  database: Database,
  providerIds: Iterable<string>,
  reads: Database = database,
): Administration {
  const known = new Set(providerIds);
  const clients = new PostgresClientStore(reads);
  const tenants = new PostgresTenantStore(database);
  return {
    clients: new ClientManager(clients, tenants, known),
    users: new UserManager(clients, new PostgresHostedUserStore(reads), tenants),
    agents: new AgentManager(new PostgresAgentStore(reads), tenants, known),
    reports: new PostgresUsageReportStore(reads),
    audit: new PostgresAuditStore(reads),
  };
}
