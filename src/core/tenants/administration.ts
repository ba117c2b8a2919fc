import type { AuditStore } from './audit.ts';
import type { AgentManager } from './manage-agents.ts';
import type { ClientManager } from './manage-clients.ts';
import type { UserManager } from './manage-users.ts';
import type { UsageReportStore } from './usage-report-store.ts';

/** Everything that an operator can do to tenants, by whichever door. */
export interface Administration {
  readonly clients: ClientManager;
  readonly users: UserManager;
  readonly agents: AgentManager;
  readonly reports: UsageReportStore;
  readonly audit: AuditStore;
}
