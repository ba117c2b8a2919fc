import type { Scope } from '../closed-sets.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import type { Channels, ClientOperation } from './client-operation.ts';

/** One operation that only operators have, and keys with an admin scope. */
export interface OperatorOperation
  extends Omit<ClientOperation, 'channels' | 'operatorName' | 'ids' | 'ofPerson'> {
  /** Below `/v1/admin` for keys, and below `/api` in the console. */
  readonly path: `/${string}`;
  readonly channels: Pick<Channels, 'admin' | 'console' | 'cli'>;
  /** Its operation id, where that is not its name. */
  readonly id?: string;
}

type OperatorOperations = Readonly<Record<string, OperatorOperation>>;

/** What keys with an admin scope reach, and the console. */
type EndpointsByKey<Rows extends OperatorOperations> = {
  readonly [N in NamesByKey<Rows>]: OwnEndpoint<Rows[N]>;
};

/** What the console reaches, and no key. */
type EndpointsWithoutKey<Rows extends OperatorOperations> = {
  readonly [N in Exclude<keyof Rows & string, NamesByKey<Rows>>]: OwnEndpoint<Rows[N]>;
};

type NamesByKey<Rows extends OperatorOperations> = {
  [N in keyof Rows & string]: 'admin' extends keyof Rows[N]['channels'] ? N : never;
}[keyof Rows & string];

type OwnEndpoint<Row extends OperatorOperation> = Omit<Row, 'path' | 'errors'> & {
  readonly operation: string;
  readonly hosted: false;
  readonly scope: Exclude<Scope, 'chat'> | null;
  readonly freshness: 'current';
  readonly path: `/admin${Row['path']}`;
  readonly errors: readonly ErrorCode[];
};

export function endpointsByKey<Rows extends OperatorOperations>(rows: Rows): EndpointsByKey<Rows>;
export function endpointsByKey(rows: OperatorOperations): Readonly<Record<string, object>> {
  return endpointsOf(rows, ({ channels: { admin } }) => admin !== undefined);
}

export function endpointsWithoutKey<Rows extends OperatorOperations>(rows: Rows): EndpointsWithoutKey<Rows>;
export function endpointsWithoutKey(rows: OperatorOperations): Readonly<Record<string, object>> {
  return endpointsOf(rows, ({ channels: { admin } }) => admin === undefined);
}

function endpointsOf(
  rows: OperatorOperations,
  has: (row: OperatorOperation) => boolean,
): Readonly<Record<string, Endpoint>> {
  const found = Object.entries(rows).filter(([, row]) => has(row));
  return Object.fromEntries(found.map(([name, row]) => [name, endpointOf(name, row)]));
}

function endpointOf(name: string, row: OperatorOperation): Endpoint {
  const { admin: scope = null } = row.channels;
  const operation = row.id ?? name;
  return { ...row, operation, hosted: false, scope, freshness: 'current', path: `/admin${row.path}` };
}
