import { open } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartFailure } from '#core/shared/start-failure.ts';
import { type BackupManifest, verifyBackup } from './backup-manifest.ts';
import { chooseProgram, findPrograms, runProgram } from './client-programs.ts';
import { libpqAddress } from './libpq-address.ts';
import { TreeCopy } from './tree-copy.ts';

/** The file of a dump in its backup. */
const dumpFile = 'database.dump';

interface Dumped {
  readonly files: BackupManifest['files'];
  /** The version of pg_dump, which the server of a restore must have at least. */
  readonly postgres: string;
}

/** Writes the whole database, as it is at one moment, to the empty `folder`. */
export async function dumpDatabase(connectionString: string, folder: string): Promise<Dumped> {
  const server = await withSession(connectionString, serverVersion);
  const program = chooseProgram(
    'pg_dump',
    await findPrograms('pg_dump'),
    Number.parseInt(server, 10),
    `A backup of PostgreSQL ${server}`,
  );
  const path = join(folder, dumpFile);
  await runProgram(program, ['--format=custom', `--file=${path}`], libpqAddress(connectionString));
  await closeToOthers(path);
  const copy = new TreeCopy(folder);
  await copy.addFile(dumpFile);
  await copy.sync();
  return { files: copy.files, postgres: program.version };
}

/**
 * Fills an empty database with a dump, which is verified first, in one transaction. Its objects belong to the user
 * that restores them.
 */
export async function restoreDump(
  folder: string,
  manifest: BackupManifest,
  connectionString: string,
): Promise<void> {
  const { postgres } = manifest;
  await withSession(connectionString, async (session) => {
    const server = await serverVersion(session);
    if (Number.parseInt(server, 10) < Number.parseInt(postgres, 10)) {
      throw new StartFailure(
        `The dump was written by pg_dump ${postgres}, and the server is PostgreSQL ${server}, which may not understand ` +
          'it: restore it into a server of that version or later',
      );
    }
    await refuseUsed(session);
  });
  await verifyBackup(folder, manifest);
  const least = Number.parseInt(postgres, 10);
  const program = chooseProgram(
    'pg_restore',
    await findPrograms('pg_restore'),
    least,
    `A dump of pg_dump ${postgres}`,
  );
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  await runProgram(program, [...options, join(folder, dumpFile)], libpqAddress(connectionString));
  // A dump carries no statistics, and without them the first queries would choose slow plans.
  await withSession(connectionString, (session) => session.query('ANALYZE'));
}

async function refuseUsed(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    ORDER BY n.nspname <> 'public', c.relkind <> 'r', 1 LIMIT 1`);
  const [found] = rows;
  if (found === undefined) return;
  throw new StartFailure(
    `The database is not empty (it holds ${found.name}), and a restore replaces nothing: create an empty one and set ` +
      'DATABASE_URL to it',
  );
}

async function serverVersion(session: pg.Client): Promise<string> {
  const { rows } = await session.query<{ server_version: string }>('SHOW server_version');
  return /^[\w.]+/.exec(rows[0]?.server_version ?? '')?.[0] ?? '';
}

async function withSession<T>(
  connectionString: string,
  work: (session: pg.Client) => Promise<T>,
): Promise<T> {
  const session = new pg.Client({ connectionString, application_name: 'parley backup' });
  session.on('error', () => undefined);
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end().catch(() => undefined);
  }
}

/** pg_dump writes it with the umask. It is on disk when this resolves. */
async function closeToOthers(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.chmod(0o600);
  await file.sync();
}
