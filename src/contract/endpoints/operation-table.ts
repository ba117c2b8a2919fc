import type { Scope } from '../closed-sets.ts';
import { type OperatorRole, rolesOf } from '../console/roles.ts';
import type { ClientOperation, ClientOperations, OperatorName } from '../operations/client-operation.ts';
import { operatorNameOf } from '../operations/client-operation.ts';
import { peopleOperations } from '../operations/people.ts';
import { userOperations } from '../operations/users.ts';
import { webhookOperations } from '../operations/webhooks.ts';

/** How an operation is reached: `/v1/admin` with a key, the console, or the command line of the machine. */
export type Channel = 'api' | 'console' | 'cli';

export interface OperationRow {
  readonly channels: readonly Channel[];
  /** What a key needs; null for operations that no key reaches. */
  readonly scope: Exclude<Scope, 'chat'> | null;
  readonly roles: readonly OperatorRole[];
  /** In the console only with a passkey that was used within ten minutes: what cannot be undone, or makes a secret. */
  readonly fresh: boolean;
  /** What the audit log calls the change; null for an operation that changes nothing. */
  readonly audit: string | null;
}

const { everyone, people, operators, owners } = rolesOf;

const apiConsole = ['api', 'console'] as const;
const everyChannel = ['api', 'console', 'cli'] as const;
const cli = ['cli'] as const;
const consoleCli = ['console', 'cli'] as const;
const consoleOnly = ['console'] as const;

const reads = (scope: OperationRow['scope'], channels: readonly Channel[], roles: readonly OperatorRole[]) =>
  ({ scope, channels, roles, fresh: false, audit: null }) satisfies OperationRow;
const changes = (audit: string, channels: readonly Channel[], roles: readonly OperatorRole[]) =>
  ({ scope: 'admin:clients', channels, roles, fresh: false, audit }) satisfies OperationRow;
const operates = (audit: string, roles: readonly OperatorRole[]) =>
  ({ scope: 'admin:operate', channels: apiConsole, roles, fresh: false, audit }) satisfies OperationRow;
const withoutApi = (audit: string | null, channels: readonly Channel[]) =>
  ({ scope: null, channels, roles: owners, fresh: audit !== null, audit }) satisfies OperationRow;
const inConsole = (audit: string | null, roles: readonly OperatorRole[]) =>
  ({ scope: null, channels: consoleOnly, roles, fresh: false, audit }) satisfies OperationRow;
const freshly = (row: OperationRow) => ({ ...row, fresh: true }) satisfies OperationRow;

type RowsOf<Rows extends ClientOperations> = {
  readonly [N in keyof Rows & string as OperatorName<N, Rows[N]>]: OperationRow;
};

/** The rows for operators of operations that partners and administrators have, too. */
function rowsOf<Rows extends ClientOperations>(rows: Rows): RowsOf<Rows>;
function rowsOf(rows: ClientOperations): Readonly<Record<string, OperationRow>> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [operatorNameOf(name, row), operatorRow(row)]),
  );
}

/** The row for operators of an operation on one client. */
export function operatorRow({ channels, fresh, audit }: ClientOperation): OperationRow {
  const { admin: scope = null, console: roles = [], cli: isCommand = false } = channels;
  const own: readonly Channel[] = [
    ...(scope === null ? [] : (['api'] as const)),
    ...(channels.console === undefined ? [] : (['console'] as const)),
    ...(isCommand ? (['cli'] as const) : []),
  ];
  return { channels: own, scope, roles, fresh, audit };
}

/**
 * Every operation of an operator: who may do it, by which channels, and under which name it is audited. REST, the
 * console and the command line are made from these rows. Their shapes are in the rows of the same name in
 * `admin-endpoints.ts`, and what they do is in `core/operations`.
 */
export const operationTable = {
  listClients: reads('admin:clients', everyChannel, everyone),
  createClient: freshly(changes('client.create', everyChannel, operators)),
  getClient: reads('admin:clients', everyChannel, everyone),
  updateClient: changes('client.update', everyChannel, operators),
  rotateKey: freshly(changes('client.rotate_key', everyChannel, operators)),
  rotateHandoff: freshly(changes('client.rotate_handoff', everyChannel, operators)),
  revokeClient: freshly(changes('client.revoke', everyChannel, operators)),
  enableClient: changes('client.enable', everyChannel, operators),
  deleteClient: freshly(changes('client.delete', everyChannel, operators)),
  bindAgent: changes('client.bind_agent', everyChannel, operators),
  unbindAgent: changes('client.unbind_agent', everyChannel, operators),

  listClientEvents: reads('admin:clients', apiConsole, people),
  getClientEvent: reads('admin:clients', apiConsole, people),
  ...rowsOf(webhookOperations),
  ...rowsOf(userOperations),
  ...rowsOf(peopleOperations),

  createUserWithPassword: changes('user.create', cli, people),
  disableUser: changes('user.disable', cli, people),
  enableUser: changes('user.enable', cli, people),

  listAgents: reads('admin:clients', everyChannel, everyone),
  createAgent: changes('agent.create', everyChannel, operators),
  getAgent: reads('admin:clients', everyChannel, everyone),
  updateAgent: changes('agent.update', everyChannel, operators),
  deleteAgent: changes('agent.delete', everyChannel, operators),

  reportUsage: reads('admin:usage', apiConsole, everyone),
  readUsageOfDay: reads('admin:usage', cli, everyone),
  listAudit: reads('admin:audit', everyChannel, everyone),

  getOverview: reads('admin:operate', apiConsole, everyone),
  getUsageSeries: reads('admin:operate', apiConsole, everyone),
  getQueue: reads('admin:operate', apiConsole, everyone),
  listLiveTurns: reads('admin:operate', apiConsole, everyone),
  listEndedTurns: reads('admin:operate', everyChannel, everyone),
  listProviderStates: reads('admin:operate', apiConsole, everyone),
  runDoctor: reads('admin:operate', apiConsole, everyone),
  cancelTurn: operates('turn.cancel', people),
  drainProcess: operates('process.drain', operators),
  testProvider: operates('provider.test', operators),
  testMail: inConsole('mail.test', operators),
  getFailures: inConsole(null, everyone),
  getClientOverview: inConsole(null, everyone),
  getAgentHistory: inConsole(null, everyone),

  listOperators: withoutApi(null, consoleCli),
  linkOperator: withoutApi('operator.link', consoleCli),
  linkFirstOwner: withoutApi('operator.link', cli),
  updateOperator: withoutApi('operator.update', consoleOnly),
  disableOperator: withoutApi('operator.disable', cli),
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof operationTable;
