import { type Scope, scopes } from '#contract/closed-sets.ts';
import type { OperatorRole } from '#contract/console/roles.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { accountEndpoints, logoUpload } from '#contract/endpoints/account-endpoints.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { consoleEndpoints } from '#contract/endpoints/console/console-endpoints.ts';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import { operatorEndpoints, peopleEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import { ownAccountEndpoints, ownConversationEndpoints } from '#contract/endpoints/session-endpoints.ts';
import { openAiEndpoints } from '#contract/openai/endpoints.ts';
import {
  accountIds,
  idsByScope,
  idsOfSubscribers,
  loginIds,
  openConsoleIds,
  operatorsOwnIds,
  sessionIds,
} from '../console/matrix-channels.ts';
import { consoleNames, mayByHand, operatorRolesByHand } from '../console/matrix-roles.ts';

/** The credential of a route: a key, the session of an end user, the sign-in cookie of anybody or of an administrator, an operator's, or none. */
export type Credential = 'key' | 'session' | 'login' | 'account' | 'console' | 'public';

export interface RouteRow {
  readonly credential: Credential;
  readonly host: 'api' | 'tenant' | 'login' | 'console';
  readonly method: string;
  /** As it is registered, without the inner prefix. */
  readonly path: string;
  readonly scope: Scope | null;
  /** The operators who may use it. */
  readonly roles: readonly OperatorRole[];
  readonly needsSubscription: boolean;
  /** Accepts a body and therefore reports what is wrong with one. */
  readonly hasBody: boolean;
}

interface Place {
  readonly prefix: string;
  readonly endpoints: readonly Endpoint[];
}

const atKeys: readonly Place[] = [
  placeOf('/v1', endpoints, peopleEndpoints, adminEndpoints, operatorEndpoints),
  placeOf('/openai/v1', openAiEndpoints),
];
const atChat = [placeOf('/chat', endpoints, ownConversationEndpoints)];
const atAccount = [placeOf('/account/api', accountEndpoints)];
const operatorTable: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries({ ...adminEndpoints, ...operatorEndpoints }),
);

/** Every route that requires a credential: its address from the contract, who is admitted from the list by hand. */
export const guardedRows: readonly RouteRow[] = [
  ...Object.entries(idsByScope).flatMap(([scope, ids]) =>
    rowsOf(ids, atKeys, 'key', 'api').map((row) => ({ ...row, scope: scopeNamed(scope) })),
  ),
  ...rowsOf(sessionIds, atChat, 'session', 'tenant'),
  ...rowsOf(loginIds, [placeOf('/session', ownAccountEndpoints)], 'login', 'tenant'),
  ...rowsOf(accountIds, atAccount, 'account', 'tenant'),
  {
    credential: 'account',
    host: 'tenant',
    method: 'PUT',
    path: `/account/api${logoUpload.path}`,
    scope: null,
    roles: [],
    needsSubscription: false,
    hasBody: true,
  },
];

/** The same of the console: its operations for those with the role, and what operators do with their own session. */
export const consoleRows: readonly RouteRow[] = [
  ...rowsOf(operatorsOwnIds, [placeOf('/api', consoleEndpoints)], 'console', 'console').map((row) => ({
    ...row,
    roles: operatorRolesByHand,
  })),
  ...consoleNames.map((name) => {
    const row = rowOf(known(operatorTable.get(name), name), 'console', 'console', '/api');
    const roles = operatorRolesByHand.filter((role) => mayByHand(role, name));
    return { ...row, path: row.path.replace('/admin', ''), roles };
  }),
];

/** Readable without a credential: pages, files, images. */
const readable = [
  ...['/', '/account', '/embed', '/launcher.js', '/launcher.json', '/launcher/:file'].map(
    (path) => `/@tenant${path}`,
  ),
  ...['/@tenant', '/@login'].flatMap((host) => [
    `${host}/brand/logo`,
    `${host}/brand/theme.css`,
    `${host}/assets/:file`,
  ]),
  ...['manifest.webmanifest', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png'].map(
    (file) => `/@tenant/brand/${file}`,
  ),
  ...['/', '/password', '/forgot', '/reset'].map((path) => `/@login${path}`),
  '/@api/v1/health',
  '/@api/v1/openapi.json',
  '/@api/openai/v1/openapi.json',
  ...['/', '/llms.txt', '/docs', '/docs/', '/docs.md', '/docs/*', '/docs/search', '/docs/search.json'].map(
    (path) => `/@api${path}`,
  ),
  '/@api/docs/assets/:file',
  ...['parley-client.json', 'parley-client.tgz', ':file'].map((file) => `/@api/sdk/${file}`),
  // Liveness, whatever the Host.
  '/@unknown/v1/health',
];

const consolePages = [
  ...['/', '/partners', '/partners/:slug', '/usage', '/live', '/providers', '/agents', '/agents/:slug'],
  ...['/failures', '/audit', '/settings', '/enrol', '/brand/logo', '/brand/theme.css', '/assets/:file'],
].map((path) => `/@console${path}`);

/** The pages of the console, and its routes for those who are not signed in yet: `test/flows/console` tests them. */
export const consoleRoutes: readonly string[] = [
  ...consolePages.flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
  ...rowsOf(openConsoleIds, [placeOf('/api', consoleEndpoints)], 'public', 'console').map(nameOf),
];

/** Every other route. A route that is neither here nor in a table was added by mistake. */
export const publicRoutes: readonly string[] = [
  ...readable.flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
  'GET /@tenant/session/start',
  'GET /@tenant/session/finish',
  'POST /@tenant/session/end',
  'GET /@login/continue',
  ...['/', '/password', '/forgot', '/reset'].map((path) => `POST /@login${path}`),
];

/** Health needs no credential, but checks one that is sent. */
export const healthRow: RouteRow = {
  credential: 'key',
  host: 'api',
  method: 'GET',
  path: '/v1/health',
  scope: null,
  roles: [],
  needsSubscription: false,
  hasBody: false,
};

export function nameOf({ method, host, path }: RouteRow): string {
  return `${method} /@${host}${path}`;
}

function placeOf(prefix: string, ...tables: readonly Readonly<Record<string, Endpoint>>[]): Place {
  return { prefix, endpoints: tables.flatMap((table) => Object.values(table)) };
}

function rowsOf(
  ids: readonly string[],
  places: readonly Place[],
  credential: Credential,
  host: RouteRow['host'],
): RouteRow[] {
  return ids.map((id) => {
    const found = places.flatMap(({ prefix, endpoints: rows }) =>
      rows.filter(({ operation }) => operation === id).map((row) => rowOf(row, credential, host, prefix)),
    );
    return known(found[0], id);
  });
}

function rowOf(endpoint: Endpoint, credential: Credential, host: RouteRow['host'], prefix: string): RouteRow {
  const { method, path, body, fileTypes, operation } = endpoint;
  const needsSubscription = idsOfSubscribers.includes(operation);
  const address = { credential, host, method, path: prefix + path };
  return {
    ...address,
    scope: null,
    roles: [],
    needsSubscription,
    hasBody: body !== null || fileTypes !== undefined,
  };
}

function known<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new Error(`no table of the contract has ${id}`);
  return found;
}

function scopeNamed(name: string): Scope {
  return known(
    scopes.find((scope) => scope === name),
    name,
  );
}
