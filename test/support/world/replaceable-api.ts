import { openPatientDatabase } from '../database/patient-database.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { startMockProvider } from '../mock/mock-provider.ts';
import { Api, testSecret } from './api.ts';
import { startService, type TestService } from './process.ts';

/** A service whose processes are killed and replaced, one at a time. */
export interface ReplaceableApi extends AsyncDisposable {
  readonly api: Api;
  /** Kills a process with `kill -9`, and starts another in its place. */
  replace(process: number): Promise<void>;
}

export async function openReplaceableApi(
  processes: number,
  more: Readonly<Record<string, string>>,
): Promise<ReplaceableApi> {
  await using parts = new AsyncDisposableStack();
  const provider = parts.use(await startMockProvider());
  const databaseUrl = parts.use(await createTestDatabase()).url;
  const database = parts.use(openPatientDatabase(databaseUrl));
  const env = {
    DATABASE_URL: databaseUrl,
    PARLEY_SECRET: testSecret,
    OPENAI_BASE_URL: provider.baseUrl,
    PARLEY_MODEL: 'openai/mock',
    ...more,
  };
  const services: TestService[] = [];
  for (let count = 0; count < processes; count += 1) services.push(parts.use(await startService({ env })));
  const nothing = { [Symbol.asyncDispose]: async () => {} };
  const api = new Api(provider, database, services, env, nothing);
  const opened = parts.move();
  return {
    api,
    replace: async (process) => {
      services[process]?.kill('SIGKILL');
      services[process] = opened.use(await startService({ env }));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
