import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '#adapters/postgres/database/database.ts';
import { createApiKey } from '#core/identity/api-key.ts';
import { openPatientDatabase } from '../database/patient-database.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { createClient } from '../world/factories.ts';
import { startProcess, startService, type TestService } from '../world/process.ts';
import type { LedgerLine } from './ledger-line.ts';

const vendorProgram = fileURLToPath(new URL('./vendor.ts', import.meta.url));
const dayMs = 86_400_000;

export interface LedgerClient {
  readonly slug: string;
  readonly key: string;
}

/** A vendor with a ledger, a database whose day ends when the test wants it to, and the processes between them. */
export interface LedgerWorld extends AsyncDisposable {
  readonly database: Database;
  readonly clients: readonly LedgerClient[];
  /**
   * Lets the day of the database end in so many milliseconds. Returns what gives its time when it is added to a moment.
   */
  endDayIn(ms: number): Promise<number>;
  start(): Promise<TestService>;
  /** Every line, once the vendor has ended. */
  readLedger(): Promise<readonly LedgerLine[]>;
}

/** The database begins at noon. */
export async function openLedgerWorld(seed: number): Promise<LedgerWorld> {
  await using parts = new AsyncDisposableStack();
  const { url } = parts.use(await createTestDatabase());
  const database = parts.use(openPatientDatabase(url, 4));
  const folder = makeFolder('parley-ledger-');
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const clients = await Promise.all([
    addClient(database, { deep_dive_enabled: true }),
    addClient(database, { model: 'second/b' }),
  ]);
  const endDayIn = async (ms: number) => {
    const shiftMs = dayMs - (Date.now() % dayMs) - ms;
    await shiftDays(database, shiftMs);
    return shiftMs;
  };
  await endDayIn(dayMs / 2);
  const ledger = join(folder, 'ledger');
  await writeFile(ledger, '');
  const program = [vendorProgram, '--ledger', ledger, '--seed', String(seed)];
  const vendor = parts.use(startProcess(process.execPath, program));
  const [, port] = await vendor.printed(/The vendor listens on (\d+)/);
  const configFile = join(folder, 'config.json');
  await writeFile(configFile, JSON.stringify(configFor(Number(port))));
  const services = parts.use(new AsyncDisposableStack());
  const rest = parts.move();
  const env = {
    DATABASE_URL: url,
    PARLEY_SECRET: 'a secret of thirty-two characters and more',
    PARLEY_CONFIG: configFile,
    PARLEY_WORKER_SLOTS: '16',
    PARLEY_MODEL: 'first/a',
    PARLEY_ROLES: 'api,hosted,worker',
  };
  return {
    database,
    clients,
    endDayIn,
    start: async () => services.use(await startService({ env })),
    async readLedger() {
      await vendor[Symbol.asyncDispose]();
      const lines = (await readFile(ledger, 'utf8')).split('\n').filter((line) => line !== '');
      return lines.map((line): LedgerLine => JSON.parse(line));
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

async function addClient(
  database: Database,
  columns: Readonly<Record<string, unknown>>,
): Promise<LedgerClient> {
  const { key, hash } = createApiKey();
  const { slug } = await createClient(database, { key_hash: hash, ...columns });
  return { slug, key };
}

function configFor(port: number) {
  const origin = `http://127.0.0.1:${port}`;
  return {
    providers: [
      { id: 'first', label: 'First', wire: 'openai', base_url: `${origin}/v1`, models: [{ id: 'a' }] },
      { id: 'second', label: 'Second', wire: 'anthropic', base_url: origin, models: [{ id: 'b' }] },
    ],
    fallback: ['second/b', 'first/a'],
    titles: 'model',
    limits: { drain_ms: 10_000 },
  };
}

/** The two functions by which the database knows the day. */
async function shiftDays(database: Database, shiftMs: number): Promise<void> {
  const now = `now() + interval '${shiftMs} ms'`;
  await database.query(
    `create or replace function utc_day() returns date language sql stable as
     $$ select ((${now}) at time zone 'utc')::date $$`,
  );
  await database.query(
    `create or replace function utc_day_before(p_ms float8) returns date language sql stable as
     $$ select ((${now} - p_ms * interval '1 ms') at time zone 'utc')::date $$`,
  );
}
