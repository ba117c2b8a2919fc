import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#adapters/postgres/database/database.ts';
import { createApiKey } from '#core/identity/api-key.ts';
import { openPatientDatabase } from '../database/patient-database.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { type MockProvider, type MockProviderOptions, startMockProvider } from '../mock/mock-provider.ts';
import { createClient } from './factories.ts';
import { JobCaller } from './job-caller.ts';
import { startService, type TestService } from './process.ts';

/** A database, a mock provider, and as many processes of the service beside them as a test starts. */
export interface JobWorld extends AsyncDisposable {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly mock: MockProvider;
  start(options?: JobServiceOptions): Promise<TestService>;
  /** A new partner, as one of its end users at a process. `model` holds directives for the mock. */
  caller(service: TestService, columns?: Readonly<Record<string, unknown>>): Promise<JobCaller>;
}

export interface JobServiceOptions {
  readonly slots?: number;
  readonly roles?: string;
  readonly limits?: Readonly<Record<string, number>>;
  /** Another path to the database, such as one that can be cut. */
  readonly databaseUrl?: string;
  /** Another release's program. */
  readonly main?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** `givenUrl` is a migrated database that this world must not remove. */
export async function openJobWorld(
  mockOptions: MockProviderOptions = {},
  givenUrl: string | null = null,
): Promise<JobWorld> {
  await using parts = new AsyncDisposableStack();
  const url = givenUrl ?? parts.use(await createTestDatabase()).url;
  const database = parts.use(openPatientDatabase(url, 4));
  const folder = makeFolder('parley-jobs-');
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const mock = parts.use(await startMockProvider(mockOptions));
  const services = parts.use(new AsyncDisposableStack());
  const rest = parts.move();
  let started = 0;
  return {
    database,
    databaseUrl: url,
    mock,
    async start(options = {}) {
      const { slots = 20, roles = 'api,worker', limits = {}, databaseUrl = url, main } = options;
      const configFile = join(folder, `config-${started++}.json`);
      await writeFile(configFile, JSON.stringify({ limits: { drain_ms: 0, ...limits } }));
      const env = {
        DATABASE_URL: databaseUrl,
        PARLEY_SECRET: 'a secret of thirty-two characters and more',
        PARLEY_CONFIG: configFile,
        PARLEY_WORKER_SLOTS: String(slots),
        OPENAI_API_KEY: 'sk-mock-provider-key',
        OPENAI_BASE_URL: mock.baseUrl,
        PARLEY_MODEL: 'openai/mock',
        PARLEY_ROLES: roles,
        ...options.env,
      };
      return services.use(await startService({ env, ...(main !== undefined && { main }) }));
    },
    async caller(service, { model, ...columns } = {}) {
      const { key, hash } = createApiKey();
      const more = typeof model === 'string' ? { model: `openai/mock:${model}` } : {};
      const client = await createClient(database, { key_hash: hash, ...more, ...columns });
      return new JobCaller(service, client.id, key, 'user-1');
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}
