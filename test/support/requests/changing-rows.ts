import type { Endpoint } from '#contract/endpoint.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { consoleEndpoints } from '#contract/endpoints/console/console-endpoints.ts';
import { type OperationRow, operationTable } from '#contract/endpoints/operation-table.ts';
import { operatorEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import { type Credential, guardedRows } from '../world/route-rows.ts';

/** The routes that change something, with one of these credentials. */
export const changing = (...credentials: readonly Credential[]) =>
  guardedRows.filter(({ method, credential }) => method !== 'GET' && credentials.includes(credential));

/** An operation of the console that changes something, with its row where it has one. */
export interface ConsoleRow {
  readonly method: string;
  readonly path: string;
  readonly row: OperationRow | null;
}

/** Those who are not signed in yet prove who they are in the body. */
const open: readonly Endpoint[] = [
  consoleEndpoints.beginSignIn,
  consoleEndpoints.signIn,
  consoleEndpoints.enrol,
];

export const consoleRows: readonly ConsoleRow[] = [
  ...Object.values<Endpoint>(consoleEndpoints)
    .filter((endpoint) => !open.includes(endpoint))
    .map(({ method, path }) => ({ method, path, row: null })),
  ...Object.entries<OperationRow>(operationTable).flatMap(([name, row]) => {
    const endpoint = new Map<string, Endpoint>(
      Object.entries({ ...adminEndpoints, ...operatorEndpoints }),
    ).get(name);
    if (endpoint === undefined || !row.channels.includes('console')) return [];
    return [{ method: endpoint.method, path: endpoint.path.replace('/admin', ''), row }];
  }),
].filter(({ method }) => method !== 'GET');
