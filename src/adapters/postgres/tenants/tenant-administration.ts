import type { Administration } from '#core/administration/administration.ts';
import { UserBlocker } from '#core/administration/block-users.ts';
import { ClientDeletion } from '#core/administration/delete-client.ts';
import { AgentManager } from '#core/administration/manage-agents.ts';
import { ClientManager } from '#core/administration/manage-clients.ts';
import { DocumentManager, type DocumentTools } from '#core/administration/manage-documents.ts';
import { GuidanceManager } from '#core/administration/manage-guidance.ts';
import { PriceManager } from '#core/administration/manage-prices.ts';
import { UserDataManager } from '#core/administration/manage-user-data.ts';
import { UserManager } from '#core/administration/manage-users.ts';
import { PostgresAgentStore } from '../administration/agent-store.ts';
import { PostgresAuditStore } from '../administration/audit-store.ts';
import { PostgresClientStore } from '../administration/client-store.ts';
import { PostgresGuidanceStore } from '../administration/guidance-store.ts';
import { PostgresHostedUserStore } from '../administration/hosted-user-store.ts';
import type { Database } from '../database/database.ts';
import { PostgresDocumentStore } from '../knowledge/document-store.ts';
import { PostgresBlockedUserStore } from '../people/blocked-user-store.ts';
import { PostgresErasureStore } from '../people/erasure-store.ts';
import { PostgresUserDataStore } from '../people/user-data-store.ts';
import { PostgresCostStore } from '../usage/cost-store.ts';
import { PostgresPriceStore } from '../usage/price-store.ts';
import { PostgresUsageReportStore } from '../usage/usage-report-store.ts';
import { PostgresTenantStore } from './tenant-store.ts';

/**
 * The administration of the tenants in a database. `providerIds` are the configured model providers; what only reads
 * uses `reads`.
 */
export function createTenantAdministration(
  database: Database,
  providerIds: Iterable<string>,
  tools: DocumentTools,
  reads: Database = database,
): Administration {
  const known = new Set(providerIds);
  const clients = new PostgresClientStore(reads);
  const agents = new PostgresAgentStore(reads);
  const tenants = new PostgresTenantStore(database);
  const users = new PostgresHostedUserStore(reads);
  const blocked = new PostgresBlockedUserStore(reads);
  const erasures = new PostgresErasureStore(database);
  const data = new PostgresUserDataStore(reads);
  return {
    clients: new ClientManager(clients, tenants, known),
    users: new UserManager(clients, users, tenants),
    blocked: new UserBlocker(clients, blocked, tenants),
    userData: new UserDataManager({ clients, users, blocked, tenants, data, erasures }),
    clientDeletion: new ClientDeletion(tenants, erasures),
    agents: new AgentManager(agents, tenants, known),
    documents: new DocumentManager(new PostgresDocumentStore(reads), agents, tenants, tools),
    prices: new PriceManager(new PostgresPriceStore(reads), tenants),
    guidance: new GuidanceManager(new PostgresGuidanceStore(reads), tenants),
    costs: new PostgresCostStore(reads),
    reports: new PostgresUsageReportStore(reads),
    audit: new PostgresAuditStore(reads),
  };
}
