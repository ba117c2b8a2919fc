import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#adapters/postgres/database/database.ts';
import type { Client } from '#core/clients/client.ts';
import { createApiKey } from '#core/identity/api-key.ts';
import { openPatientDatabase } from '../database/patient-database.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { type MockProvider, startMockProvider } from '../mock/mock-provider.ts';
import { createClient } from './factories.ts';
import { Partner } from './partner.ts';
import { startService, type TestService } from './process.ts';

export const testSecret = 'a-master-secret-of-the-tests-with-enough-characters';

export interface ApiOptions {
  /** Services on the one database; 1 by default. */
  readonly processes?: number;
  /** The content of `PARLEY_CONFIG`. */
  readonly config?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** A database other than a fresh one of the run's PostgreSQL. */
  readonly databaseUrl?: string;
}

type ServiceEnvironment = Readonly<Record<string, string>> & { readonly DATABASE_URL: string };

/** The running service as its partners see it, with a provider that follows the test's instructions. */
export class Api implements AsyncDisposable {
  readonly provider: MockProvider;
  readonly database: Database;
  readonly services: readonly TestService[];
  readonly databaseUrl: string;
  /** With which a test starts more processes of the same kind. */
  readonly environment: ServiceEnvironment;
  readonly #parts: AsyncDisposable;

  constructor(
    provider: MockProvider,
    database: Database,
    services: readonly TestService[],
    environment: ServiceEnvironment,
    parts: AsyncDisposable,
  ) {
    this.provider = provider;
    this.database = database;
    this.services = services;
    this.databaseUrl = environment.DATABASE_URL;
    this.environment = environment;
    this.#parts = parts;
  }

  /** `process` counts from 0. */
  urlOf(process = 0): string {
    return `http://127.0.0.1:${this.portOf(process)}/v1`;
  }

  portOf(process = 0): number {
    return this.serviceOf(process).port;
  }

  serviceOf(process = 0): TestService {
    const service = this.services[process];
    if (service === undefined) throw new Error(`there is no process ${process}`);
    return service;
  }

  /** A client on trial without limits; `columns` are those of the table. */
  async partner(columns: Readonly<Record<string, unknown>> = {}): Promise<Partner> {
    const key = createApiKey();
    const client: Client = await createClient(this.database, {
      key_hash: key.hash,
      key_prefix: key.prefix,
      ...columns,
    });
    return new Partner(this, client, key.key);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.#parts[Symbol.asyncDispose]());
  }
}

/** Starts everything; the provider answers quickly with five words unless a client's model says otherwise. */
export async function openApi(options: ApiOptions = {}): Promise<Api> {
  await using parts = new AsyncDisposableStack();
  const provider = parts.use(await startMockProvider());
  const databaseUrl = options.databaseUrl ?? parts.use(await createTestDatabase()).url;
  const database = parts.use(openPatientDatabase(databaseUrl));
  const env = {
    DATABASE_URL: databaseUrl,
    PARLEY_SECRET: testSecret,
    OPENAI_BASE_URL: provider.baseUrl,
    PARLEY_MODEL: 'openai/mock',
    ...(options.config === undefined ? {} : { PARLEY_CONFIG: await configFile(options.config, parts) }),
    ...options.env,
  };
  const services: TestService[] = [];
  for (let count = 0; count < (options.processes ?? 1); count++) {
    services.push(parts.use(await startService({ env })));
  }
  return new Api(provider, database, services, env, parts.move());
}

async function configFile(config: object, parts: AsyncDisposableStack): Promise<string> {
  const folder = makeFolder('parley-config-');
  parts.defer(() => rm(folder, { recursive: true }));
  const path = join(folder, 'parley.json');
  await writeFile(path, JSON.stringify(config));
  return path;
}
