import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Config } from '#config';
import { type Finding, open } from '../finding.ts';
import { masterSecretOf } from '../secrets.ts';
import { webhookSecrets } from './start-webhooks.ts';

interface Row {
  readonly slug: string;
  readonly url: string;
  readonly secret_key: string;
}

/** The table of tool servers is new: a database that was not migrated yet has none. */
const tables = `select name from unnest(array['webhooks', 'tool_servers']) name where to_regclass(name) is not null`;

/** Endpoints and tool servers whose secrets come from another master secret than the present one. */
export async function checkWebhooks(database: Queryable, config: Config): Promise<Finding> {
  const found = await database.query<{ name: string }>(tables);
  const rows = (await Promise.all(found.map(({ name }) => database.query<Row>(endpointsIn(name))))).flat();
  if (rows.length === 0) return 'none';
  const secrets = webhookSecrets(await masterSecretOf(config), config);
  const older = rows.filter(({ secret_key: key }) => key !== secrets.key);
  const lost = older.filter(({ secret_key: key }) => !secrets.knows({ key }));
  if (lost.length > 0) {
    return { status: 'fail', detail: `without a secret, until it is rotated: ${named(lost)}` };
  }
  if (older.length === 0) return open(`${rows.length}, all with secrets of the present master secret`);
  return {
    status: 'warn',
    detail: `need PARLEY_SECRET_PREVIOUS until their secret is rotated: ${named(older)}`,
  };
}

function endpointsIn(table: string): string {
  return `select c.slug, w.url, w.secret_key from ${table} w join clients c on c.id = w.client_id order by c.slug, w.id`;
}

function named(rows: readonly Row[]): string {
  return rows.map(({ slug, url }) => `${slug} (${new URL(url).origin})`).join(', ');
}

/**
 * Whether the server was promoted since the log of events began. It may have lost transactions then, and numbers its
 * next ones like those: readers that had gone past them would miss events.
 */
export async function checkEventLog(database: Queryable): Promise<Finding> {
  const [found] = await database.query<{ exists: boolean }>(
    "select to_regprocedure('keep_event_log()') is not null as exists",
  );
  if (!found?.exists) return 'none';
  const [log] = await database.query<{ is_used: boolean; began: string | null; present: string | null }>(
    `select exists (select from clients where events_since is not null) as is_used, timeline as began,
       server_timeline() as present from event_log`,
  );
  if (!log?.is_used) return 'none';
  const { began, present } = log;
  if (began === null || present === null || began === present) return 'on the server on which it began';
  return {
    status: 'warn',
    detail:
      `PostgreSQL was promoted since it began (timeline ${began}, now ${present}). If that lost transactions, run ` +
      '"select renew_event_log()" in the database; if not, "select keep_event_log()"',
  };
}
