import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { readFunctions, readMigrations } from '#adapters/postgres/schema/schema-files.ts';
import { until } from '../reading/until.ts';
import { testPostgresUrl } from './postgres.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** Ends its sessions too. */
  drop(): Promise<void>;
}

/** A migrated database of its own, copied from a template in a few milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = await templateName();
  await onServer((server) => ensureTemplate(server, template));
  // Copied as files: the other strategy writes every page to the log, which costs twice as much.
  return createDatabase(`TEMPLATE ${template} STRATEGY FILE_COPY`);
}

/** A database with nothing in it. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('TEMPLATE template0');
}

async function createDatabase(clause: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer((server) => until(() => isMade(server, `CREATE DATABASE ${name} ${clause}`)));
  const drop = async () => {
    await onServer(async (server) => {
      await untilLeft(server, name);
      await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    });
  };
  return { url: await urlOf(name), drop, [Symbol.asyncDispose]: drop };
}

/** False where the template is in use: the server waits some seconds for its own vacuum to leave it, and no longer. */
async function isMade(server: pg.ClientBase, statement: string): Promise<boolean> {
  try {
    await server.query(statement);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55006') return false;
    throw error;
  }
}

/** Gives sessions that are just closing a moment: one that is ended by force reports an error to its process. */
async function untilLeft(server: pg.ClientBase, name: string): Promise<void> {
  const deadline = performance.now() + 1_000;
  while (performance.now() < deadline) {
    const { rowCount } = await server.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
    if (rowCount === 0) return;
    await delay(10);
  }
}

/** Other files make another template, so an edited one never meets an old copy. */
async function templateName(): Promise<string> {
  const files = [...(await readMigrations()), await readFunctions()];
  const checksums = files.map(({ checksum }) => checksum).join();
  return `template_${createHash('sha256').update(checksums).digest('hex').slice(0, 16)}`;
}

/** It gets its name when it is complete; test files that need it at the same time wait for the first one. */
async function ensureTemplate(server: pg.ClientBase, name: string): Promise<void> {
  if (await exists(server, name)) return;
  await server.query("SELECT pg_advisory_lock(hashtext('test template'))");
  try {
    await makeTemplate(server, name);
  } finally {
    await server.query("SELECT pg_advisory_unlock(hashtext('test template'))");
  }
}

async function makeTemplate(server: pg.ClientBase, name: string): Promise<void> {
  if (await exists(server, name)) return;
  const draft = `${name}_draft`;
  await server.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await server.query(`CREATE DATABASE ${draft} TEMPLATE template0`);
  await migrate({ connectionString: await urlOf(draft) });
  await server.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
}

async function exists(server: pg.ClientBase, name: string): Promise<boolean> {
  return (await server.query('SELECT FROM pg_database WHERE datname = $1', [name])).rowCount === 1;
}

let sessions: pg.Pool | undefined;

/** Sessions are kept for the next database, because connecting costs a third of what copying one does. */
async function onServer<T>(work: (server: pg.ClientBase) => Promise<T>): Promise<T> {
  sessions ??= openSessions(await urlOf('postgres'));
  const server = await sessions.connect();
  try {
    return await work(server);
  } finally {
    server.release();
  }
}

function openSessions(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, allowExitOnIdle: true });
  // The server of a file that runs alone stops before these sessions do.
  pool.on('error', () => {});
  return pool;
}

async function urlOf(name: string): Promise<string> {
  const url = new URL(await testPostgresUrl());
  url.pathname = `/${name}`;
  return url.href;
}
