import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure, type StartWatch } from '#core/shared/start-failure.ts';
import { ensurePrivateFolder } from '../embedded/data-folder.ts';
import { findPostgresBinaries } from '../embedded/embedded-binaries.ts';
import { clusterFolder, restoringFolder } from '../embedded/embedded-cluster.ts';
import { openHome } from '../embedded/embedded-home.ts';
import { ClusterLocks } from '../embedded/embedded-locks.ts';
import { clusterPath } from './back-up-files.ts';
import { type BackupManifest, damagedBackup, majorOf, verifyBackup } from './backup-manifest.ts';
import { copyFile, forEachFile, makeFolders, syncFolders } from './file-tree.ts';

/**
 * Fills an unused data folder with a backup, which is verified first. No PostgreSQL can start in the folder meanwhile,
 * and none does in one whose restore was interrupted. A restore that fails leaves the folder unused.
 */
export async function restoreFiles(
  folder: string,
  manifest: BackupManifest,
  dataFolder: string,
  watch: StartWatch = {},
): Promise<void> {
  await refuseOtherPostgres(manifest);
  await refuseUsed(dataFolder);
  await verifyBackup(folder, manifest);
  await ensurePrivateFolder(dataFolder);
  const home = await openHome(dataFolder);
  using _starting = await new ClusterLocks(home, dataFolder).starting(watch);
  // Another restore may have been first.
  await refuseUsed(dataFolder);
  const draft = restoringFolder(home);
  // The cluster gets its name when everything else is complete.
  const placeOf = (path: string) =>
    path === clusterPath || path.startsWith(`${clusterPath}/`)
      ? join(draft, path.slice(clusterPath.length))
      : join(dataFolder, path);
  try {
    await makeFolders(manifest.folders.map(placeOf));
    await forEachFile(manifest.files.keys(), async (path) => {
      const copied = await copyFile(join(folder, path), placeOf(path));
      if (copied?.sha256 !== manifest.files.get(path)?.sha256) throw damagedBackup(folder, path);
    });
    await syncFolders(draft, []);
    await rename(draft, clusterFolder(home));
    await syncFolders(home, []);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    for (const path of manifest.files.keys()) await rm(placeOf(path), { force: true });
    throw error;
  }
}

/** Only the PostgreSQL version that wrote the files can read them. */
async function refuseOtherPostgres(manifest: BackupManifest): Promise<void> {
  const { version } = await findPostgresBinaries();
  if (Number.parseInt(version, 10) === majorOf(manifest)) return;
  throw new StartFailure(
    `The backup has the files of PostgreSQL ${manifest.postgres}, and this Parley includes ${version}: restore it with ` +
      `Parley ${manifest.version}`,
  );
}

async function refuseUsed(dataFolder: string): Promise<void> {
  const used = (await entriesOf(dataFolder)).filter((name) => name !== 'postgres');
  const inHome = await entriesOf(join(dataFolder, 'postgres'));
  const [found] = [...used, ...inHome.map((name) => `postgres/${name}`)];
  if (found === undefined) return;
  throw new StartFailure(
    `${dataFolder} is not empty (it holds ${found}), and a restore replaces nothing: set PARLEY_DATA_DIR to a folder ` +
      'that is empty or does not exist, or move the old one away',
  );
}

/** Without the locks, which each start creates, and the folder that a file system may have at its root. */
async function entriesOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => !/^(?:(?:starting|holders)\.lock(?:-journal)?|lost\+found)$/.test(name));
}
