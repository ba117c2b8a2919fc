import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { StartWatch } from '#core/shared/start-failure.ts';
import { ensurePrivateFolder, readOrCreateSecretFile } from './data-folder.ts';
import { binariesFor, findPostgresBinaries } from './embedded-binaries.ts';
import { clusterFolder, ensureCluster, passwordFile, superuser } from './embedded-cluster.ts';
import { changeHomeOwner, makeFolder, openHome, sharedFolder } from './embedded-home.ts';
import { type KeeperEvents, PostgresKeeper } from './embedded-keeper.ts';
import { ClusterLocks } from './embedded-locks.ts';
import { adoptPostmaster, startPostmaster } from './embedded-postmaster.ts';
import {
  isPostmasterAlive,
  type PostmasterFile,
  runFolderOf,
  socketPath,
} from './embedded-postmaster-file.ts';
import { type Listening, postgresArguments } from './embedded-settings.ts';
import { ClusterShare } from './embedded-share.ts';
import { choosePostgresUser } from './embedded-user.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute path; created when missing. */
  readonly dataFolder: string;
  /** false: fastest, but a crash of the machine loses the data. For tests. */
  readonly durable?: boolean;
  /** false: as root, run PostgreSQL as a system user even where user namespaces would work. */
  readonly userNamespaces?: boolean;
}

/** One holder's share of the PostgreSQL of a data folder. Disposing of the last share stops the server. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly connection: { readonly connectionString: string };
  /** The postmaster's process. */
  readonly pid: number;
}

/**
 * Starts the PostgreSQL of the data folder unless it runs already. Any number of processes may share it, and a
 * process that dies no longer counts. A server that outlived all its holders is taken over as it is. With `events`, a
 * server that goes away is restarted at the same address.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  watch: StartWatch = {},
  events?: KeeperEvents,
): Promise<EmbeddedPostgres> {
  const { dataFolder } = options;
  await ensurePrivateFolder(dataFolder);
  const home = await openHome(dataFolder);
  const locks = new ClusterLocks(home, dataFolder);
  using _starting = await locks.starting(watch);
  const share = await ClusterShare.take(clusterFolder(home), locks);
  try {
    let postmaster = await ensureRunning(options, home, watch);
    const connectionString = await connectionStringOf(home, postmaster);
    await ensureDatabase(connectionString);
    const startAgain = async (signal: AbortSignal) => {
      using _again = await locks.starting({ signal });
      postmaster = await ensureRunning(options, home, { signal }, postmaster.port);
      return postmaster.pid;
    };
    const isAlive = () => isPostmasterAlive(clusterFolder(home), postmaster);
    const keeper = events && new PostgresKeeper(isAlive, startAgain, events);
    return {
      connection: { connectionString },
      get pid() {
        return postmaster.pid;
      },
      [Symbol.asyncDispose]: once(async () => {
        await keeper?.[Symbol.asyncDispose]();
        using _stopping = await locks.starting();
        await share.giveBack();
      }),
    };
  } catch (error) {
    await share.giveBack().catch(() => undefined);
    throw error;
  }
}

async function ensureRunning(
  options: EmbeddedPostgresOptions,
  home: string,
  watch: StartWatch,
  port?: number,
): Promise<PostmasterFile> {
  const running = await adoptPostmaster(clusterFolder(home), watch.signal);
  return running ?? (await start(options, home, watch, port));
}

async function start(
  options: EmbeddedPostgresOptions,
  home: string,
  { signal }: StartWatch,
  port?: number,
): Promise<PostmasterFile> {
  const durable = options.durable ?? true;
  const user = await choosePostgresUser({ userNamespaces: options.userNamespaces ?? true });
  await changeHomeOwner(home, user, options.dataFolder);
  const binaries = await binariesFor(user, await findPostgresBinaries(), sharedFolder);
  await ensureCluster(home, user, binaries, { durable, ...(signal && { signal }) });
  const cluster = clusterFolder(home);
  const runFolder = runFolderOf(cluster);
  await makeFolder(runFolder, user);
  return startPostmaster({
    cluster,
    runFolder,
    logFile: join(options.dataFolder, 'postgres.log'),
    user,
    binaries,
    arguments: async () => postgresArguments(cluster, await chooseListening(runFolder, port), durable),
    ...(signal && { signal }),
  });
}

/** The path of a socket, with its final NUL, may have 108 bytes on Linux and 104 on macOS. */
async function chooseListening(folder: string, tcpPort?: number): Promise<Listening> {
  const port = 5432;
  if (Buffer.byteLength(socketPath(folder, port)) <= 102) return { kind: 'socket', folder, port };
  return { kind: 'tcp', port: tcpPort ?? (await freePort()) };
}

async function connectionStringOf(home: string, { socketFolder, port }: PostmasterFile): Promise<string> {
  if (socketFolder === '') {
    return `postgres://${superuser}:${await readOrCreateSecretFile(passwordFile(home))}@127.0.0.1:${port}/parley`;
  }
  return `postgres://${superuser}@localhost:${port}/parley?host=${encodeURIComponent(socketFolder)}`;
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const url = new URL(connectionString);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'parley'");
    if (rowCount === 0) await client.query('CREATE DATABASE parley');
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

function once(action: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= action();
    return result;
  };
}
