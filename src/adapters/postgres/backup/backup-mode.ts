import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { StartFailure } from '#core/shared/start-failure.ts';

/** What a copy needs besides its files: the log between the two segments, and a file that says where it begins. */
export interface BackedUpCluster {
  /** The content of `backup_label`. */
  readonly label: string;
  readonly firstSegment: string;
  readonly lastSegment: string;
}

export interface BackupSteps {
  copyData(): Promise<void>;
  copyLog(ended: BackedUpCluster): Promise<void>;
}

/**
 * Copies a running cluster between pg_backup_start and pg_backup_stop, on one session. A temporary replication slot
 * keeps the server from removing log that the copy needs; it ends with the session, whatever happens.
 */
export async function withBackupMode(connectionString: string, steps: BackupSteps): Promise<void> {
  const session = new pg.Client({ connectionString, application_name: 'parley backup' });
  const broken = new Promise<never>((_, reject) => session.once('error', reject));
  broken.catch(() => undefined);
  await session.connect();
  try {
    await session.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
      `parley_backup_${randomBytes(6).toString('hex')}`,
    ]);
    const started = await only<{ segment: string }>(
      session,
      `SELECT pg_walfile_name(lsn) AS segment FROM pg_backup_start('parley backup', fast => true) AS lsn`,
    );
    await Promise.race([broken, steps.copyData()]);
    const stopped = await only<{ segment: string; labelfile: string; spcmapfile: string }>(
      session,
      `SELECT pg_walfile_name(lsn) AS segment, labelfile, spcmapfile
       FROM pg_backup_stop(wait_for_archive => false)`,
    );
    if (stopped.spcmapfile.trim() !== '') throw hasTablespaces();
    await steps.copyLog({
      label: stopped.labelfile,
      firstSegment: started.segment,
      lastSegment: stopped.segment,
    });
  } finally {
    await session.end().catch(() => undefined);
  }
}

async function only<Row extends pg.QueryResultRow>(session: pg.Client, sql: string): Promise<Row> {
  const [row] = (await session.query<Row>(sql)).rows;
  if (row === undefined) throw new Error('PostgreSQL returned no row');
  return row;
}

function hasTablespaces(): StartFailure {
  return new StartFailure(
    'The embedded PostgreSQL has tablespaces, whose files are elsewhere: move their tables to pg_default first',
  );
}
