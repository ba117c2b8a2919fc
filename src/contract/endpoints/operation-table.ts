import type { Scope } from '../closed-sets.ts';
import { type OperatorRole, rolesOf } from '../console/roles.ts';
import { agentOperations } from '../operations/agents.ts';
import {
  type ClientOperation,
  type ClientOperations,
  type OperatorName,
  operatorNameOf,
} from '../operations/client-operation.ts';
import { clientOperations } from '../operations/clients.ts';
import { agentDocumentOperations, documentOperations } from '../operations/documents.ts';
import { eventOperations } from '../operations/events.ts';
import { guidanceOperations } from '../operations/guidance.ts';
import { liveOperations } from '../operations/live.ts';
import { operatorOperations } from '../operations/operators.ts';
import { peopleOperations } from '../operations/people.ts';
import { priceOperations } from '../operations/prices.ts';
import { reportOperations } from '../operations/reports.ts';
import { agentSourceOperations, sourceOperations } from '../operations/sources.ts';
import { toolOperations } from '../operations/tools.ts';
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

const { everyone, people, owners } = rolesOf;

/** An operation of the command line alone, which has no address. */
const atShell = (audit: string | null, roles: readonly OperatorRole[]): OperationRow => ({
  channels: ['cli'],
  scope: null,
  roles,
  fresh: false,
  audit,
});

type RowsOf<Rows extends ClientOperations> = {
  readonly [N in keyof Rows & string as OperatorName<N, Rows[N]>]: OperationRow;
};

/** What a table of operations defines for operators. */
function rowsOf<Rows extends ClientOperations>(rows: Rows): RowsOf<Rows>;
function rowsOf(rows: ClientOperations): Readonly<Record<string, OperationRow>> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [operatorNameOf(name, row), operatorRow(row)]),
  );
}

/** What the row of an operation defines for operators. */
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
 * console and the command line are made from these rows, and what they do is in `core/operations`.
 */
export const operationTable = {
  ...rowsOf(clientOperations),
  ...rowsOf(eventOperations),
  ...rowsOf(webhookOperations),
  ...rowsOf(userOperations),
  ...rowsOf(peopleOperations),
  ...rowsOf(guidanceOperations),
  ...rowsOf(toolOperations),
  ...rowsOf(documentOperations),
  ...rowsOf(sourceOperations),
  ...rowsOf(agentOperations),
  ...rowsOf(agentDocumentOperations),
  ...rowsOf(agentSourceOperations),
  ...rowsOf(liveOperations),
  ...rowsOf(reportOperations),
  ...rowsOf(priceOperations),
  ...rowsOf(operatorOperations),

  createUserWithPassword: atShell('user.create', people),
  disableUser: atShell('user.disable', people),
  enableUser: atShell('user.enable', people),
  readUsageOfDay: atShell(null, everyone),
  linkFirstOwner: atShell('operator.link', owners),
  disableOperator: atShell('operator.disable', owners),
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof operationTable;
