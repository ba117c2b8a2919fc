import pg from 'pg';
import { StartFailure } from '#core/shared/start-failure.ts';
import { translateError } from './database-errors.ts';

const patienceMs = 5_000;
const oldest = { number: 150_000, name: '15' };

/** The only value of a query without parameters: every engine and pooler accepts simple queries. */
type Ask = (query: string) => Promise<string>;

/**
 * The version of the server, or a StartFailure when it is not a PostgreSQL on which quotas stay exact. A plain
 * connection asks for it, because other engines refuse our start-up parameters and would hide the real reason.
 */
export async function requirePostgres(connectionString: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'parley',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await judge(async (query) => {
      const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
      return String(rows[0]?.[0] ?? '');
    });
  } catch (error) {
    throw translateError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function judge(ask: Ask): Promise<string> {
  const other = otherEngine(await ask('select version()')) ?? (await limitless(ask));
  if (other !== null) {
    throw new StartFailure(
      `The database is ${other}, not PostgreSQL: it locks rows differently, so quotas would no longer be exact; ` +
        `set DATABASE_URL to PostgreSQL ${oldest.name} or later`,
    );
  }
  const version = await ask('show server_version');
  if (Number(await ask('show server_version_num')) >= oldest.number) return version;
  throw new StartFailure(
    `The database is PostgreSQL ${version}, and Parley needs ${oldest.name} or later: upgrade the server, or set ` +
      'DATABASE_URL to another one',
  );
}

const otherEngines: readonly (readonly [RegExp, string])[] = [
  [/CockroachDB/i, 'CockroachDB'],
  [/-YB-|Yugabyte/i, 'YugabyteDB'],
  [/\bDSQL\b/i, 'Aurora DSQL'],
  [/Limitless/i, 'Aurora Limitless Database'],
  [/Redshift/i, 'Amazon Redshift'],
  [/Greenplum/i, 'Greenplum'],
  [/RisingWave/i, 'RisingWave'],
];

/** Several engines claim to be PostgreSQL and add their own name. */
function otherEngine(version: string): string | null {
  const named = otherEngines.find(([pattern]) => pattern.test(version));
  if (named !== undefined) return named[1];
  return /^(PostgreSQL|EnterpriseDB) \d/.test(version) ? null : `"${version.slice(0, 60)}"`;
}

/** Its `version()` may be that of the PostgreSQL it was derived from. */
async function limitless(ask: Ask): Promise<string | null> {
  const view = await ask(`select to_regclass('rds_aurora.limitless_tables')::text`);
  return view === '' ? null : 'Aurora Limitless Database';
}
