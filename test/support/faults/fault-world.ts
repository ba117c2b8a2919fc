import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '#adapters/postgres/database/database.ts';
import { numberedAnswers } from '../auditor/numbered-answers.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { type MockProvider, startMockProvider } from '../mock/mock-provider.ts';
import { startService, type TestService } from '../world/process.ts';
import { inspected } from './fault-heap.ts';
import { keepHistory } from './fault-history.ts';
import type { Journal } from './journal.ts';
import { RestartablePostgres } from './restartable-postgres.ts';

export const workerSlots = 4;

/** A database that can fail, two providers, and as many processes of the service as a run starts. */
export interface FaultWorld extends AsyncDisposable {
  readonly postgres: RestartablePostgres;
  /** A path without faults. */
  readonly database: Database;
  readonly numbered: MockProvider;
  /**
   * Separate, so that its failures do not open the circuit for the others: it falls silent, or sends more than is
   * read.
   */
  readonly difficult: MockProvider;
  /** `name` is what the database knows the process by. */
  start(name: string, isInspected: boolean): Promise<TestService>;
}

/** Short enough that each of them ends something in a run. */
const limits = {
  drain_ms: 50,
  queue_ttl_ms: 20_000,
  idle_ms: 3_000,
  reader_stall_ms: 1_500,
};

const secrets = {
  PARLEY_SECRET: 'a secret of thirty-two characters and more',
  OPENAI_API_KEY: 'sk-mock-provider-key',
  DIFFICULT_API_KEY: 'sk-difficult-provider-key',
};

export async function openFaultWorld(journal: Journal): Promise<FaultWorld> {
  await using parts = new AsyncDisposableStack();
  const postgres = parts.use(await RestartablePostgres.start());
  const database = parts.use(new Database({ connectionString: postgres.steady.url, connections: 4 }));
  await database.transaction(keepHistory);
  const folder = makeFolder('parley-faults-');
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const numbered = parts.use(await startMockProvider({ scenario: numberedAnswers() }));
  const difficult = parts.use(await startMockProvider({ scenario: { paceMs: 1 } }));
  const configFile = join(folder, 'config.json');
  await writeFile(configFile, JSON.stringify({ limits, providers: [providerAt(difficult)] }));
  journal.secrets.push(...Object.values(secrets));
  const services = parts.use(new AsyncDisposableStack());
  const rest = parts.move();
  return {
    postgres,
    database,
    numbered,
    difficult,
    async start(name, isInspected) {
      const url = new URL(postgres.faulty.url);
      url.searchParams.set('application_name', name);
      const env = {
        ...secrets,
        ...(isInspected ? inspected : {}),
        DATABASE_URL: url.href,
        PARLEY_CONFIG: configFile,
        PARLEY_WORKER_SLOTS: String(workerSlots),
        OPENAI_BASE_URL: numbered.baseUrl,
        PARLEY_MODEL: 'openai/mock',
        PARLEY_ROLES: 'api,worker',
      };
      return services.use(await startService({ env }));
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

function providerAt({ baseUrl }: MockProvider): object {
  return { id: 'difficult', wire: 'openai', base_url: baseUrl, api_key_env: 'DIFFICULT_API_KEY' };
}
