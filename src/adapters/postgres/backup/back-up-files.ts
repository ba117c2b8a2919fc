import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from '#core/shared/start-failure.ts';
import { clusterFolder } from '../embedded/embedded-cluster.ts';
import { findHome } from '../embedded/embedded-home.ts';
import { type BackedUpCluster, withBackupMode } from './backup-mode.ts';
import { type BackedUpTree, TreeCopy } from './tree-copy.ts';

/** Where the files of PostgreSQL lie in a data folder, and in a backup of one. */
export const clusterPath = 'postgres/data';
const controlFile = 'global/pg_control';

/**
 * Copies the data folder to the empty `folder`, while its PostgreSQL runs at `connectionString`: the files as they
 * are found, torn pages included, and the write-ahead log from which PostgreSQL repairs them at its first start.
 */
export async function backUpFiles(
  dataFolder: string,
  connectionString: string,
  folder: string,
): Promise<BackedUpTree> {
  const cluster = clusterFolder((await findHome(dataFolder)) ?? join(dataFolder, 'postgres'));
  const copy = new TreeCopy(folder);
  await copy.addFolders(['postgres', clusterPath]);
  await withBackupMode(connectionString, {
    // The file that describes the cluster comes last, as in a base backup of PostgreSQL's own.
    copyData: async () => {
      await copy.addTree(cluster, clusterPath, isLeftOut);
      await copyControlFile(cluster, folder);
    },
    copyLog: async (ended) => {
      await copy.addTree(join(cluster, 'pg_wal'), `${clusterPath}/pg_wal`, (path) => !isNeeded(path, ended));
      await writeFile(join(folder, clusterPath, 'backup_label'), ended.label, { mode: 0o600, flush: true });
    },
  });
  await copy.addTree(dataFolder, '', (path) => !/^(?:secret|outbox(?:\/.*)?)$/.test(path));
  await copy.addTree(join(dataFolder, 'postgres'), 'postgres', (path) => path !== 'password');
  for (const path of [controlFile, 'backup_label']) await copy.addFile(`${clusterPath}/${path}`);
  await copy.sync();
  return copy;
}

/** Files that belong to a running server, that every start creates, or that are copied separately. */
function isLeftOut(path: string): boolean {
  const [top = '', ...below] = path.split('/');
  if (emptied.has(top)) return below.length > 0;
  const name = below.at(-1) ?? top;
  return (
    path === controlFile ||
    /^(?:postmaster\.(?:pid|opts)|backup_label.*|tablespace_map.*|current_logfiles)$/.test(path) ||
    /^(?:pgsql_tmp.*|pg_internal\.init.*)$/.test(name)
  );
}

/** Folders that PostgreSQL needs, and whose content it creates by itself. */
const emptied: ReadonlySet<string> = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  'pg_subtrans',
]);

/** Names of segments count upwards. */
function isNeeded(path: string, { firstSegment, lastSegment }: BackedUpCluster): boolean {
  if (/^[0-9A-F]{8}\.history$/.test(path)) return true;
  return /^[0-9A-F]{24}$/.test(path) && path >= firstSegment && path <= lastSegment;
}

/** The server may be writing it: two equal reads show that none was torn. */
async function copyControlFile(cluster: string, folder: string): Promise<void> {
  const read = () => readFile(join(cluster, controlFile));
  let last = await read();
  for (let tries = 0; tries < 100; tries++) {
    const next = await read();
    if (next.equals(last)) {
      return writeFile(join(folder, clusterPath, controlFile), next, { mode: 0o600, flush: true });
    }
    last = next;
  }
  throw new StartFailure(`${join(cluster, controlFile)} changes too often to be copied: try again`);
}
