import { Type } from 'typebox';
import { strict } from '../chat.ts';
import type { Scope } from '../closed-sets.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import {
  type ClientOperation,
  type ClientOperations,
  type OperatorName,
  operatorNameOf,
  type PartnerScope,
} from './client-operation.ts';
import { endpointsByKey, endpointsWithoutKey, type OperatorOperation } from './operator-operation.ts';

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
  readonly [N in NamesOn<'account', Rows>]: Omit<Rows[N], 'query'> & {
    readonly operation: string;
    readonly hosted: true;
    readonly scope: PartnerScope | null;
    readonly freshness: 'current';
    readonly query: QueryOn<typeof byIdentity, Rows[N]>;
  };
};

/** What keys with an admin scope reach, and the console: the client is named in the path. */
export type AdminEndpoints<Rows extends ClientOperations> = {
  readonly [N in NamesOn<'admin', Rows> as OperatorName<N, Rows[N]>]: OperatorEndpoint<Rows[N]>;
};

/** What the console reaches, and no key. */
export type ConsoleEndpoints<Rows extends ClientOperations> = {
  readonly [N in Exclude<NamesOn<'console', Rows>, NamesOn<'admin', Rows>> as OperatorName<
    N,
    Rows[N]
  >]: OperatorEndpoint<Rows[N]>;
};

type OperatorEndpoint<Row extends ClientOperation> = Omit<Row, 'path' | 'errors' | 'query'> & {
  readonly operation: string;
  readonly hosted: false;
  readonly scope: Exclude<Scope, 'chat'> | null;
  readonly freshness: 'current';
  readonly query: QueryOn<typeof byAnyUser, Row>;
  readonly path: `/admin/clients/:slug${Row['path']}`;
  readonly errors: readonly ErrorCode[];
};

type QueryOn<Named, Row extends ClientOperation> = Row extends { readonly ofPerson: true }
  ? Named
  : Row['query'];

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
export function accountEndpointsOf(rows: ClientOperations): Readonly<Record<string, object>> {
  return endpointsOf(rows, accountEndpoint);
}

export function adminEndpointsOf<Rows extends ClientOperations>(rows: Rows): AdminEndpoints<Rows>;
export function adminEndpointsOf(rows: ClientOperations): Readonly<Record<string, object>> {
  return endpointsByKey(namingClient(rows));
}

export function consoleEndpointsOf<Rows extends ClientOperations>(rows: Rows): ConsoleEndpoints<Rows>;
export function consoleEndpointsOf(rows: ClientOperations): Readonly<Record<string, object>> {
  return endpointsWithoutKey(namingClient(rows));
}

/** Null where the channel does not have the operation. */
type ToEndpoint = (name: string, row: ClientOperation) => Endpoint | null;

const common = { freshness: 'current' } as const;
/** A session never names an `external_user_id`: here an administrator names another person. */
const byIdentity = Type.Object(
  { identity: Type.String({ description: 'The identity that a backend gave, or `hu:<uuid>`.' }) },
  strict,
);
/** Never in the path: paths are written to logs. */
const byAnyUser = Type.Object(
  { external_user_id: Type.String({ description: 'The identity that the partner gave, or `hu:<uuid>`.' }) },
  strict,
);

export const keyEndpoint: ToEndpoint = (operation, row) => {
  const scope = row.channels.api;
  return scope === undefined ? null : { ...row, ...common, operation, hosted: false, scope };
};

export const accountEndpoint: ToEndpoint = (name, row) => {
  if (!row.channels.account) return null;
  const query = row.ofPerson ? byIdentity : row.query;
  const scope = row.channels.account === true ? null : row.channels.account;
  return { ...row, ...common, operation: row.ids?.account ?? name, hosted: true, scope, query };
};

/** The operations that operators have, who name the client in the path. */
function namingClient(rows: ClientOperations): Readonly<Record<string, OperatorOperation>> {
  const found = Object.entries(rows).filter(
    ([, { channels }]) => channels.admin !== undefined || channels.console !== undefined,
  );
  return Object.fromEntries(
    found.map(([name, row]) => {
      const own = operatorNameOf(name, row);
      const path = `/clients/:slug${row.path}` as const;
      const query = row.ofPerson ? byAnyUser : row.query;
      const errors = ['client_not_found', ...row.errors] as const;
      return [own, { ...row, id: row.ids?.operator ?? own, path, query, errors }];
    }),
  );
}

function endpointsOf(rows: ClientOperations, toEndpoint: ToEndpoint): Readonly<Record<string, Endpoint>> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) => {
      const endpoint = toEndpoint(name, row);
      return endpoint === null ? [] : [[name, endpoint]];
    }),
  );
}
