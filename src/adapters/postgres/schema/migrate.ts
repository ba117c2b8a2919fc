import type { StartWatch } from '#core/shared/start-failure.ts';
import { Database, type DatabaseConnection, type Transaction } from '../database/database.ts';
import { untilUnlocked, watchMigration, withMigrationLock } from './migration-lock.ts';
import type { Release } from './release.ts';
import {
  type Migration,
  readFunctions,
  readMigrations,
  type Schema,
  type SchemaFunctions,
  thisSchema,
} from './schema-files.ts';
import { addToHistory, readHistory, readOwner, writeOwner } from './schema-history.ts';
import { nextStep } from './schema-step.ts';

/**
 * A migration of a large table takes long. It waits for a lock only briefly: every later statement on the table queues
 * behind it, so the service would stand still for as long as a dump holds the table.
 */
const patience = { statementTimeoutMs: 24 * 3_600_000, lockTimeoutMs: 2_000 };

/**
 * Migrates the database to the files of `schema`, each migration in a transaction of its own and then all functions
 * in another, and returns the names of what was missing. Processes that migrate at the same time wait for each other.
 * Changes nothing in a database that a newer release has changed; rejects with MigrationRefused when this release
 * cannot run beside that one.
 */
export async function migrate(
  connection: DatabaseConnection,
  schema: Schema = thisSchema,
  watch: StartWatch = {},
): Promise<readonly string[]> {
  const files = { migrations: await readMigrations(schema), functions: await readFunctions(schema) };
  await using database = new Database({ ...connection, connections: 1, ...patience });
  const applied: string[] = [];
  const announce = announceOnce(schema.release, watch);
  for (;;) {
    const name = await untilUnlocked(watch, () =>
      withMigrationLock(database, watch, (transaction) =>
        applyNext(transaction, schema, files, announce, (started) =>
          watchMigration(connection, started, watch),
        ),
      ),
    );
    if (name === null) return applied;
    applied.push(name);
  }
}

interface Files {
  readonly migrations: readonly Migration[];
  readonly functions: SchemaFunctions;
}

type Announce = (owner: Release | null) => void;
type Watch = (started: { readonly name: string; readonly pid: number }) => Disposable;

/** Checks and applies under one lock, so that two processes never apply the same file. */
async function applyNext(
  transaction: Transaction,
  { release }: Schema,
  { migrations, functions }: Files,
  announce: Announce,
  watch: Watch,
): Promise<string | null> {
  const owner = await readOwner(transaction);
  const history = await readHistory(transaction);
  const step = nextStep(release, { migrations, functions }, { history, owner });
  const isUpgrade = history.length > 0 && owner?.version !== release.version;
  if (isUpgrade && step.kind !== 'none') announce(owner);
  switch (step.kind) {
    case 'none':
      await repairEventLog(transaction);
      return null;
    case 'migration':
      await run(transaction, `migration ${step.migration.name}`, step.migration.sql, watch);
      await addToHistory(transaction, step.migration);
      await writeOwner(transaction, { ...release, functions: owner?.functions ?? null });
      return step.migration.name;
    case 'functions':
      await run(transaction, 'update of the functions', functions.sql, watch);
      await writeOwner(transaction, { ...release, functions: functions.checksum });
      return `functions of ${release.version}`;
  }
}

/** The steps of one upgrade are announced together, before the first of them. */
function announceOnce({ version }: Release, { onUpgrade }: StartWatch): Announce {
  let isAnnounced = false;
  return (owner) => {
    if (isAnnounced) return;
    isAnnounced = true;
    onUpgrade?.(
      `The database of Parley ${owner?.version ?? '0.2.0 or earlier'} is upgraded to ${version}, which only a backup can ` +
        'undo: "npx parley backup <folder>" makes one before an upgrade',
    );
  };
}

/** A database that a newer release owns is also repaired by its own processes. */
async function repairEventLog(transaction: Transaction): Promise<void> {
  const [found] = await transaction.query<{ has_log: boolean }>(
    "select to_regprocedure('mend_event_log()') is not null as has_log",
  );
  if (found?.has_log) await transaction.query('select mend_event_log()');
}

async function run(transaction: Transaction, what: string, sql: string, watch: Watch): Promise<void> {
  const [session] = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  using _watched = watch({ name: what, pid: session?.pid ?? 0 });
  try {
    await transaction.script(sql);
  } catch (cause) {
    throw new Error(`The ${what} failed`, { cause });
  }
}
