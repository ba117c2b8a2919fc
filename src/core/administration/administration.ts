import type { AuditStore } from '../audit/audit.ts';
import type { CostStore } from '../usage/cost-store.ts';
import type { UsageReportStore } from '../usage/usage-report-store.ts';
import type { UserBlocker } from './block-users.ts';
import type { ClientDeletion } from './delete-client.ts';
import type { AgentManager } from './manage-agents.ts';
import type { ClientManager } from './manage-clients.ts';
import type { DocumentManager } from './manage-documents.ts';
import type { GuidanceManager } from './manage-guidance.ts';
import type { PriceManager } from './manage-prices.ts';
import type { UserDataManager } from './manage-user-data.ts';
import type { UserManager } from './manage-users.ts';

/** Everything that an operator can change, by REST or by command line. */
export interface Administration {
  readonly clients: ClientManager;
  readonly users: UserManager;
  readonly blocked: UserBlocker;
  readonly userData: UserDataManager;
  readonly clientDeletion: ClientDeletion;
  readonly agents: AgentManager;
  readonly prices: PriceManager;
  readonly guidance: GuidanceManager;
  readonly documents: DocumentManager;
  readonly costs: CostStore;
  readonly reports: UsageReportStore;
  readonly audit: AuditStore;
}
