import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../load/profile.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { type BenchPostgres, holdPostgres } from '../support/postgres.ts';
import { processUsage, treeUsage } from '../support/process-usage.ts';
import { plainEnvironment, startProgram } from '../support/program.ts';
import { type Contender, NOTHING, serviceTarget } from './contender.ts';
import type { MockProvider } from './mock.ts';
import { createClient, ParleyClient } from './parley-client.ts';

export interface ParleyOptions {
  /** Contents of `PARLEY_ROLES`; absent: all of them. */
  readonly roles?: string;
  /** `limits` of `PARLEY_CONFIG`, where the defaults would get in the way of a case. */
  readonly limits?: Readonly<Record<string, number>>;
  /** `PARLEY_METRICS`; absent: none. */
  readonly metrics?: string;
  /** The scopes of the key, comma-separated; absent: the default. */
  readonly scopes?: string;
}

export interface Parley extends Contender {
  readonly client: ParleyClient;
  readonly dataFolder: string;
  /** The service's own server, for cases that inspect it. */
  readonly postgres: BenchPostgres;
  /** Another route of the same client, for the load generator. */
  route(target: Pick<Target, 'method' | 'path'> & Partial<Target>): Target;
}

/** The default service: one process on an empty data folder. */
export async function startParley(
  mock: Pick<MockProvider, 'origin'>,
  options: ParleyOptions = {},
): Promise<Parley> {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const dataFolder = makeFolder('data');
  const environment = parleyEnvironment(mock.origin, dataFolder, port, options);
  const program = stack.use(await startService(environment, port));
  const client = new ParleyClient(
    `http://127.0.0.1:${port}`,
    await createClient(environment, options.scopes),
  );
  await client.untilReady();
  const postgres = stack.use(await holdPostgres(dataFolder));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${client.apiKey}` };
  const route: Parley['route'] = (target) => serviceTarget(port, { headers, format: 'any', ...target });
  const owned = stack.move();
  return {
    name: 'parley',
    client,
    dataFolder,
    postgres,
    target: route({ method: 'POST', path: '/v1/stream', format: 'text' }),
    route,
    server: () => processUsage(program.pid),
    database: () => treeUsage(postgres.pid),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Another process on the same database, with its own part of the load. */
export async function startParleyBeside(first: Parley, mock: MockProvider): Promise<Contender> {
  const port = await freePort();
  const program = await startService(parleyEnvironment(mock.origin, first.dataFolder, port), port);
  return {
    name: 'parley',
    target: { ...first.target, port },
    server: () => processUsage(program.pid),
    // Its share of PostgreSQL is included in the figure of the first.
    database: () => NOTHING,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

/** Another process on the same database, which runs up to `slots` jobs with a provider of its own. */
export async function startWorkerBeside({ dataFolder }: Parley, mock: MockProvider, slots: number) {
  const port = await freePort();
  const environment = parleyEnvironment(mock.origin, dataFolder, port, { roles: 'worker' });
  return startService({ ...environment, PARLEY_WORKER_SLOTS: String(slots) }, port);
}

export function startService(environment: Readonly<Record<string, string>>, port: number) {
  return startProgram({ arguments: ['bin/parley.js', 'serve'], environment, port });
}

export function parleyEnvironment(
  providerOrigin: string,
  dataFolder: string,
  port: number,
  options: ParleyOptions = {},
): Record<string, string> {
  return {
    ...plainEnvironment(),
    NODE_ENV: 'production',
    PARLEY_DATA_DIR: dataFolder,
    PORT: String(port),
    PARLEY_PUBLIC_URL: `http://localhost:${port}`,
    OPENAI_BASE_URL: `${providerOrigin}/v1`,
    OPENAI_API_KEY: 'bench',
    PARLEY_MODEL: 'openai/mock',
    ...(options.roles && { PARLEY_ROLES: options.roles }),
    ...(options.metrics && { PARLEY_METRICS: options.metrics }),
    ...(options.limits && { PARLEY_CONFIG: configurationFile(dataFolder, options.limits) }),
  };
}

function configurationFile(folder: string, limits: Readonly<Record<string, number>>): string {
  const path = join(folder, 'bench-config.json');
  writeFileSync(path, JSON.stringify({ limits }));
  return path;
}
