import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { ensurePrivateFolder, readOrCreateSecretFile } from './data-folder.ts';
import { lockExclusively, lockShared, tryLockExclusively } from './data-folder-lock.ts';
import { binariesFor, findPostgresBinaries } from './embedded-binaries.ts';
import { clusterFolder, ensureCluster, passwordFile, superuser } from './embedded-cluster.ts';
import { ensureHome, findHome, makeFolder, sharedFolder } from './embedded-home.ts';
import { adoptPostmaster, startPostmaster, stopPostmaster } from './embedded-postmaster.ts';
import { type PostmasterFile, socketPath } from './embedded-postmaster-file.ts';
import { type Listening, postgresArguments } from './embedded-settings.ts';
import { choosePostgresUser } from './embedded-user.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute path; made when missing. */
  readonly dataFolder: string;
  /** false: as fast as possible, and lost with the machine. For tests. */
  readonly durable?: boolean;
  /** false: as root, run PostgreSQL as a system user even where user namespaces would work. */
  readonly userNamespaces?: boolean;
}

/** One holder's share of the PostgreSQL of a data folder. Disposing of the last share stops it. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly connection: { readonly connectionString: string };
  /** The postmaster's process. */
  readonly pid: number;
}

interface Running {
  readonly home: string;
  readonly postmaster: PostmasterFile;
}

/**
 * PostgreSQL of the data folder, started when nobody else did. Any number of processes may hold it; a process
 * that dies counts no longer. A PostgreSQL that outlived all its holders is taken over as it is.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataFolder } = options;
  await ensurePrivateFolder(dataFolder);
  using _starting = await lockExclusively(join(dataFolder, 'starting.lock'));
  const hold = await lockShared(join(dataFolder, 'holders.lock'));
  try {
    const { home, postmaster } = await ensureRunning(options);
    const connectionString = await connectionStringOf(home, postmaster);
    await ensureDatabase(connectionString);
    const letGo = once(() => release(dataFolder, clusterFolder(home), hold));
    return { connection: { connectionString }, pid: postmaster.pid, [Symbol.asyncDispose]: letGo };
  } catch (error) {
    hold[Symbol.dispose]();
    throw error;
  }
}

async function ensureRunning(options: EmbeddedPostgresOptions): Promise<Running> {
  const home = await findHome(options.dataFolder);
  const postmaster = home === null ? null : await adoptPostmaster(clusterFolder(home));
  if (home === null || postmaster === null) return start(options);
  return { home, postmaster };
}

async function start(options: EmbeddedPostgresOptions): Promise<Running> {
  const durable = options.durable ?? true;
  const user = await choosePostgresUser({ userNamespaces: options.userNamespaces ?? true });
  const home = await ensureHome(user, options.dataFolder);
  const binaries = await binariesFor(user, await findPostgresBinaries(), sharedFolder);
  await ensureCluster(home, user, binaries, { durable });
  const runFolder = join(home, 'run');
  await makeFolder(runFolder, user);
  const postmaster = await startPostmaster({
    cluster: clusterFolder(home),
    runFolder,
    logFile: join(options.dataFolder, 'postgres.log'),
    user,
    binaries,
    arguments: async () => postgresArguments(clusterFolder(home), await chooseListening(runFolder), durable),
  });
  return { home, postmaster };
}

/** Under the starting lock, nobody can become a holder between the look and the stop. */
async function release(dataFolder: string, cluster: string, hold: Disposable): Promise<void> {
  using _starting = await lockExclusively(join(dataFolder, 'starting.lock'));
  hold[Symbol.dispose]();
  using alone = tryLockExclusively(join(dataFolder, 'holders.lock'));
  if (alone !== null) await stopPostmaster(cluster);
}

/** The kernel's limit for the path of a socket, with its final NUL, is 108 bytes on Linux and 104 on macOS. */
async function chooseListening(folder: string): Promise<Listening> {
  const port = 5432;
  if (Buffer.byteLength(socketPath(folder, port)) <= 102) return { kind: 'socket', folder, port };
  return { kind: 'tcp', port: await freePort() };
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
