import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { choosePostgresUser, commandOf } from '#adapters/postgres/embedded/embedded-user.ts';
import { until } from '#test/reading/until.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { freePort, startProcess } from '../world/process.ts';
import type { PgBouncer } from './find-pgbouncer.ts';

export interface PoolerOptions {
  readonly mode: 'transaction' | 'session';
  /** More lines of its section `[pgbouncer]`. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

export interface RunningPooler extends AsyncDisposable {
  /** The address of the same database through the pooler. */
  through(databaseUrl: string): string;
}

/** Starts PgBouncer in front of the server of `databaseUrl`, for every database there. */
export async function startPgBouncer(
  { command }: PgBouncer,
  databaseUrl: string,
  { mode, settings = {} }: PoolerOptions,
): Promise<RunningPooler> {
  const folder = makeFolder('parley-pooler-');
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, configuration(databaseUrl, { port, mode, settings }));
  const user = await choosePostgresUser({ userNamespaces: true });
  const [first, ...rest] = command;
  const { program, args } = commandOf(user, first, [...rest, '--quiet', file]);
  const pooler = startProcess(program, args);
  const ended = pooler.exited.then(() => Promise.reject(new Error(`PgBouncer ended:\n${pooler.stderr()}`)));
  await Promise.race([untilAccepted(port), ended]);
  return {
    through: (url) => {
      const { pathname, username } = new URL(url);
      return `postgres://${username}@127.0.0.1:${port}${pathname}`;
    },
    async [Symbol.asyncDispose]() {
      pooler.kill('SIGQUIT');
      await pooler.exited;
      await rm(folder, { recursive: true });
    },
  };
}

function configuration(
  databaseUrl: string,
  { port, mode, settings }: Required<PoolerOptions> & { readonly port: number },
): string {
  const server = new pg.Client({ connectionString: databaseUrl });
  const password = server.password ? ` password=${server.password}` : '';
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: mode === 'transaction' ? 12 : 40,
    max_client_conn: 2000,
    server_idle_timeout: 1,
    ...settings,
  };
  return [
    '[databases]',
    `* = host=${server.host} port=${server.port} user=${server.user}${password}`,
    '[pgbouncer]',
    ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
    '',
  ].join('\n');
}

async function untilAccepted(port: number): Promise<void> {
  await until(() => accepts(port));
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
