import type { Scope } from '../closed-sets.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import {
  type ClientOperation,
  type ClientOperations,
  type OperatorName,
  operatorNameOf,
} from './client-operation.ts';

/** What partners' keys reach, below `/v1`. */
export type KeyEndpoints<Rows extends ClientOperations> = {
  readonly [N in NamesOn<'api', Rows>]: Rows[N] & {
    readonly operation: N;
    readonly hosted: false;
    readonly scope: ScopeOn<'api', Rows[N]>;
    readonly freshness: 'current';
  };
};

/** What administrators of a tenant reach, below `/account/api` on its host. */
export type AccountEndpoints<Rows extends ClientOperations> = {
  readonly [N in NamesOn<'account', Rows>]: Rows[N] & {
    readonly operation: N;
    readonly hosted: true;
    readonly scope: null;
    readonly freshness: 'current';
  };
};

/** What keys with an admin scope reach, and the console: the client is named in the path. */
export type AdminEndpoints<Rows extends ClientOperations> = {
  readonly [N in NamesOn<'admin', Rows> as OperatorName<N, Rows[N]>]: Omit<Rows[N], 'path' | 'errors'> & {
    readonly operation: OperatorName<N, Rows[N]>;
    readonly hosted: false;
    readonly scope: ScopeOn<'admin', Rows[N]>;
    readonly freshness: 'current';
    readonly path: `/admin/clients/:slug${Rows[N]['path']}`;
    readonly errors: readonly ErrorCode[];
  };
};

/** The operations that a channel has. */
type NamesOn<Channel extends string, Rows extends ClientOperations> = {
  [N in keyof Rows & string]: Channel extends keyof Rows[N]['channels'] ? N : never;
}[keyof Rows & string];

type ScopeOn<Channel extends 'api' | 'admin', Row extends ClientOperation> = Row['channels'] extends {
  readonly [C in Channel]: infer S extends Scope;
}
  ? S
  : never;

export function keyEndpoints<Rows extends ClientOperations>(rows: Rows): KeyEndpoints<Rows>;
export function keyEndpoints(rows: ClientOperations): Readonly<Record<string, Endpoint>> {
  return endpointsOf(rows, keyEndpoint);
}

export function accountEndpointsOf<Rows extends ClientOperations>(rows: Rows): AccountEndpoints<Rows>;
export function accountEndpointsOf(rows: ClientOperations): Readonly<Record<string, Endpoint>> {
  return endpointsOf(rows, accountEndpoint);
}

export function adminEndpointsOf<Rows extends ClientOperations>(rows: Rows): AdminEndpoints<Rows>;
export function adminEndpointsOf(rows: ClientOperations): Readonly<Record<string, object>> {
  return endpointsOf(rows, adminEndpoint);
}

/** Null where the channel does not have the operation. */
type ToEndpoint = (name: string, row: ClientOperation) => Endpoint | null;

export const keyEndpoint: ToEndpoint = (operation, row) => {
  const scope = row.channels.api;
  return scope === undefined ? null : { ...row, operation, hosted: false, scope, freshness: 'current' };
};

export const accountEndpoint: ToEndpoint = (operation, row) =>
  row.channels.account ? { ...row, operation, hosted: true, scope: null, freshness: 'current' } : null;

const adminEndpoint: ToEndpoint = (name, row) => {
  const scope = row.channels.admin;
  if (scope === undefined) return null;
  return {
    ...row,
    operation: operatorNameOf(name, row),
    hosted: false,
    scope,
    freshness: 'current',
    path: `/admin/clients/:slug${row.path}`,
    errors: ['client_not_found', ...row.errors],
  };
};

function endpointsOf(rows: ClientOperations, toEndpoint: ToEndpoint): Readonly<Record<string, Endpoint>> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) => {
      const endpoint = toEndpoint(name, row);
      if (endpoint === null) return [];
      return [[toEndpoint === adminEndpoint ? endpoint.operation : name, endpoint]];
    }),
  );
}
