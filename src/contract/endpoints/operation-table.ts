import type { Scope } from '../closed-sets.ts';
import type { OperatorRole } from '../console/roles.ts';

/** How an operation is reached: `/v1/admin` with a key, the console, or the command line of the machine. */
export type Way = 'key' | 'console' | 'shell';

export interface OperationRow {
  readonly ways: readonly Way[];
  /** What a key needs; null for operations that no key reaches. */
  readonly scope: Exclude<Scope, 'chat'> | null;
  readonly roles: readonly OperatorRole[];
  /** In the console only with a passkey that was used within ten minutes: what cannot be undone, or makes a secret. */
  readonly fresh: boolean;
  /** What the audit log calls the change; null for an operation that changes nothing. */
  readonly audit: string | null;
}

const everyone = ['owner', 'operator', 'support', 'viewer'] as const;
const people = ['owner', 'operator', 'support'] as const;
const operators = ['owner', 'operator'] as const;
const owners = ['owner'] as const;

const keyConsole = ['key', 'console'] as const;
const everyWay = ['key', 'console', 'shell'] as const;
const shell = ['shell'] as const;
const consoleShell = ['console', 'shell'] as const;
const consoleOnly = ['console'] as const;

const reads = (scope: OperationRow['scope'], ways: readonly Way[], roles: readonly OperatorRole[]) =>
  ({ scope, ways, roles, fresh: false, audit: null }) satisfies OperationRow;
const changes = (audit: string, ways: readonly Way[], roles: readonly OperatorRole[]) =>
  ({ scope: 'admin:clients', ways, roles, fresh: false, audit }) satisfies OperationRow;
const operates = (audit: string, roles: readonly OperatorRole[]) =>
  ({ scope: 'admin:operate', ways: keyConsole, roles, fresh: false, audit }) satisfies OperationRow;
const withoutKey = (audit: string | null, ways: readonly Way[]) =>
  ({ scope: null, ways, roles: owners, fresh: audit !== null, audit }) satisfies OperationRow;
const inConsole = (audit: string | null, roles: readonly OperatorRole[]) =>
  ({ scope: null, ways: consoleOnly, roles, fresh: false, audit }) satisfies OperationRow;
const freshly = (row: OperationRow) => ({ ...row, fresh: true }) satisfies OperationRow;

/**
 * Every operation of an operator: who may do it, by which ways, and under which name it is audited. REST, the
 * console and the command line are made from these rows. Their shapes are in the rows of the same name in
 * `admin-endpoints.ts`, and what they do is in `core/operations`.
 */
export const operationTable = {
  listClients: reads('admin:clients', everyWay, everyone),
  createClient: freshly(changes('client.create', everyWay, operators)),
  getClient: reads('admin:clients', everyWay, everyone),
  updateClient: changes('client.update', everyWay, operators),
  rotateKey: freshly(changes('client.rotate_key', everyWay, operators)),
  rotateHandoff: freshly(changes('client.rotate_handoff', everyWay, operators)),
  revokeClient: freshly(changes('client.revoke', everyWay, operators)),
  enableClient: changes('client.enable', everyWay, operators),
  deleteClient: freshly(changes('client.delete', everyWay, operators)),
  bindAgent: changes('client.bind_agent', everyWay, operators),
  unbindAgent: changes('client.unbind_agent', everyWay, operators),

  listClientEvents: reads('admin:clients', keyConsole, people),
  getClientEvent: reads('admin:clients', keyConsole, people),
  listClientWebhooks: reads('admin:clients', keyConsole, people),
  createClientWebhook: freshly(changes('webhook.create', keyConsole, operators)),
  getClientWebhook: reads('admin:clients', keyConsole, people),
  updateClientWebhook: changes('webhook.update', keyConsole, operators),
  deleteClientWebhook: changes('webhook.delete', keyConsole, operators),
  rotateClientWebhookSecret: freshly(changes('webhook.rotate_secret', keyConsole, operators)),
  testClientWebhook: changes('webhook.test', keyConsole, operators),
  enableClientWebhook: changes('webhook.enable', keyConsole, operators),
  replayClientWebhook: changes('webhook.replay', keyConsole, operators),
  listClientWebhookDeliveries: reads('admin:clients', keyConsole, people),
  getClientWebhookDelivery: reads('admin:clients', keyConsole, people),
  retryClientWebhookDelivery: changes('webhook.retry', keyConsole, operators),

  listUsers: reads('admin:clients', everyWay, people),
  createUser: freshly(changes('user.create', keyConsole, people)),
  createUserWithPassword: changes('user.create', shell, people),
  updateUser: changes('user.update', keyConsole, people),
  disableUser: changes('user.disable', shell, people),
  enableUser: changes('user.enable', shell, people),
  resetPassword: freshly(changes('user.reset_password', keyConsole, people)),
  deleteUser: freshly(changes('user.erase', keyConsole, operators)),
  getEndUser: inConsole(null, people),
  listBlockedUsers: inConsole(null, people),
  blockUser: inConsole('user.block', people),
  unblockUser: inConsole('user.unblock', people),
  exportUserData: { ...freshly(inConsole('user.export', operators)), ways: consoleShell },
  eraseUserData: { ...freshly(inConsole('user.erase', operators)), ways: consoleShell },

  listAgents: reads('admin:clients', everyWay, everyone),
  createAgent: changes('agent.create', everyWay, operators),
  getAgent: reads('admin:clients', everyWay, everyone),
  updateAgent: changes('agent.update', everyWay, operators),
  deleteAgent: changes('agent.delete', everyWay, operators),

  reportUsage: reads('admin:usage', keyConsole, everyone),
  readUsageOfDay: reads('admin:usage', shell, everyone),
  listAudit: reads('admin:audit', everyWay, everyone),

  getOverview: reads('admin:operate', keyConsole, everyone),
  getUsageSeries: reads('admin:operate', keyConsole, everyone),
  getQueue: reads('admin:operate', keyConsole, everyone),
  listLiveTurns: reads('admin:operate', keyConsole, everyone),
  listEndedTurns: reads('admin:operate', everyWay, everyone),
  listProviderStates: reads('admin:operate', keyConsole, everyone),
  runDoctor: reads('admin:operate', keyConsole, everyone),
  cancelTurn: operates('turn.cancel', people),
  drainProcess: operates('process.drain', operators),
  testProvider: operates('provider.test', operators),
  testMail: inConsole('mail.test', operators),
  getFailures: inConsole(null, everyone),
  getClientOverview: inConsole(null, everyone),
  getAgentHistory: inConsole(null, everyone),

  listOperators: withoutKey(null, consoleShell),
  linkOperator: withoutKey('operator.link', consoleShell),
  linkFirstOwner: withoutKey('operator.link', shell),
  updateOperator: withoutKey('operator.update', consoleOnly),
  disableOperator: withoutKey('operator.disable', shell),
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof operationTable;
