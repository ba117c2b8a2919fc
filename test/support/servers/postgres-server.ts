import { execFileSync } from 'node:child_process';
import { appendFile, chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  choosePostgresUser,
  commandOf,
  type PostgresUser,
} from '#adapters/postgres/embedded/embedded-user.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { childrenOf } from '../machine/processes.ts';
import { until } from '../reading/until.ts';
import { startProcess, type TestProcess } from '../world/process.ts';
import { requireServerPrograms } from './server-programs.ts';

const user = 'parley';
const port = 5432;

/** A PostgreSQL of Debian in a folder of its own, on a socket there. */
export class PostgresServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #user: PostgresUser;
  #process: TestProcess | null = null;

  private constructor(folder: string, systemUser: PostgresUser) {
    this.#folder = folder;
    this.#user = systemUser;
  }

  /** Empty, and running. */
  static async start(): Promise<PostgresServer> {
    const server = await PostgresServer.#create();
    server.#run('initdb', [
      '-D',
      server.#cluster,
      '-U',
      user,
      '--auth=trust',
      '--encoding=UTF8',
      '--no-locale',
    ]);
    await server.#serve();
    return server;
  }

  /** A running copy of `primary` that follows it by `replication`, the address of the primary. */
  static async startStandby(primary: PostgresServer, replication: string): Promise<PostgresServer> {
    const server = await PostgresServer.#create();
    const from = ['-h', primary.#folder, '-p', String(port), '-U', user];
    server.#run('pg_basebackup', [
      ...from,
      '-D',
      server.#cluster,
      '--checkpoint=fast',
      '--wal-method=stream',
    ]);
    const { hostname, port: relayPort } = new URL(replication);
    const followed = `host=${hostname} port=${relayPort} user=${user} application_name=standby`;
    await appendFile(join(server.#cluster, 'postgresql.auto.conf'), `primary_conninfo = '${followed}'\n`);
    await writeFile(join(server.#cluster, 'standby.signal'), '');
    await server.#own('standby.signal');
    await server.#serve();
    return server;
  }

  static async #create(): Promise<PostgresServer> {
    const systemUser = await choosePostgresUser({ userNamespaces: true });
    const folder = makeFolder('parley-server-');
    await chown(folder, systemUser.uid, systemUser.gid);
    return new PostgresServer(folder, systemUser);
  }

  get #cluster(): string {
    return join(this.#folder, 'data');
  }

  url(database: string): string {
    return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(this.#folder)}`;
  }

  async query<Row extends pg.QueryResultRow>(sql: string, database = 'postgres'): Promise<readonly Row[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** No commit is acknowledged any more before a standby has it on disk. */
  async waitForStandby(): Promise<void> {
    await this.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await this.query('SELECT pg_reload_conf()');
    await until(async () => {
      const rows = await this.query<{ sync_state: string }>('SELECT sync_state FROM pg_stat_replication');
      return rows.some(({ sync_state }) => sync_state === 'sync');
    });
  }

  /** As when its machine loses power: no process of it does anything more. */
  async kill(): Promise<void> {
    const { pid = 0 } = this.#process ?? {};
    const children = childrenOf(pid);
    for (const each of [pid, ...children]) process.kill(each, 'SIGKILL');
    await this.#process?.exited;
    this.#process = null;
  }

  /** Writable once this resolves. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process?.kill('SIGINT');
    await this.#process?.exited;
    await rm(this.#folder, { recursive: true });
  }

  async #serve(): Promise<void> {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: this.#folder,
      port,
      max_connections: 200,
      // A crash of the machine that tests is none of the faults here.
      fsync: 'off',
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const serve = commandOf(this.#user, this.#path('postgres'), ['-D', this.#cluster, ...args]);
    this.#process = startProcess(serve.program, serve.args, { cwd: this.#folder, ...serve.identity });
    await this.#process.printed(/ready to accept (?:read-only )?connections/);
  }

  #run(name: string, args: readonly string[]): void {
    const command = commandOf(this.#user, this.#path(name), args);
    execFileSync(command.program, command.args, { ...command.identity, cwd: this.#folder, stdio: 'pipe' });
  }

  #path(name: string): string {
    return join(requireServerPrograms(), name);
  }

  async #own(name: string): Promise<void> {
    await chown(join(this.#cluster, name), this.#user.uid, this.#user.gid);
  }
}
