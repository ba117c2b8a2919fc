import type { Scope } from '#contract/closed-sets.ts';
import { accountEndpoints, logoUpload } from '#contract/endpoints/account-endpoints.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { consoleEndpoints } from '#contract/endpoints/console/console-endpoints.ts';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import { operatorEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import { peopleEndpoints } from '#contract/endpoints/people-endpoints.ts';
import { ownAccountEndpoints, ownConversationEndpoints } from '#contract/endpoints/session-endpoints.ts';
import { openAiEndpoints } from '#contract/openai/endpoints.ts';

/** The credential of a route: a key, the session of an end user, the sign-in cookie of anybody or of an administrator, or none. */
export type Credential = 'key' | 'session' | 'login' | 'account' | 'public';

export interface RouteRow {
  readonly credential: Credential;
  readonly host: 'api' | 'tenant' | 'login';
  readonly method: string;
  /** As it is registered, without the inner prefix. */
  readonly path: string;
  readonly scope: Scope | null;
  readonly needsSubscription: boolean;
  /** Accepts a body and therefore reports what is wrong with one. */
  readonly hasBody: boolean;
}

/** Every route that requires a credential, from the tables of the contract. */
export const guardedRows: readonly RouteRow[] = [
  ...keyRows(Object.values(endpoints).filter(({ scope }) => scope !== null)),
  ...keyRows(Object.values(peopleEndpoints)),
  ...keyRows(Object.values(adminEndpoints)),
  ...Object.values(openAiEndpoints).map((endpoint) => rowOf(endpoint, 'key', 'api', '/openai/v1')),
  ...Object.values(endpoints)
    .filter(({ hosted }) => hosted)
    .map((endpoint) => rowOf(endpoint, 'session', 'tenant', '/chat')),
  ...Object.values(ownConversationEndpoints).map((row) => rowOf(row, 'session', 'tenant', '/chat')),
  ...Object.values(ownAccountEndpoints).map((row) => rowOf(row, 'login', 'tenant', '/session')),
  ...Object.values(accountEndpoints).map((endpoint) => rowOf(endpoint, 'account', 'tenant', '/account/api')),
  {
    credential: 'account',
    host: 'tenant',
    method: 'PUT',
    path: `/account/api${logoUpload.path}`,
    scope: null,
    needsSubscription: false,
    hasBody: true,
  },
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

/** The console's own: `test/flows/console` says what each of them needs. */
export const consoleRoutes: readonly string[] = [
  ...consolePages.flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
  ...[...Object.values(consoleEndpoints), ...Object.values({ ...adminEndpoints, ...operatorEndpoints })].map(
    ({ method, path }) => `${method} /@console/api${path.replace('/admin', '')}`,
  ),
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
  needsSubscription: false,
  hasBody: false,
};

export function nameOf({ method, host, path }: RouteRow): string {
  return `${method} /@${host}${path}`;
}

function keyRows(table: readonly Endpoint[]): RouteRow[] {
  return table.map((endpoint) => rowOf(endpoint, 'key', 'api', '/v1'));
}

function rowOf(endpoint: Endpoint, credential: Credential, host: RouteRow['host'], prefix: string): RouteRow {
  const { method, path, scope, freshness, body } = endpoint;
  const needsSubscription = freshness === 'cached';
  return { credential, host, method, path: prefix + path, scope, needsSubscription, hasBody: body !== null };
}
