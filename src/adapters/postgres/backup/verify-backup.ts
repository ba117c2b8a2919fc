import { join } from 'node:path';
import { StartFailure } from '#core/shared/start-failure.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { checksumOf, forEachFile } from './file-tree.ts';

/** Reads every file of the backup, and rejects when one is missing or differs from when it was written. */
export async function verifyBackup(folder: string, { files }: BackupManifest): Promise<void> {
  await forEachFile(files.keys(), async (path) => {
    const found = await checksumOf(join(folder, path));
    if (found?.sha256 !== files.get(path)?.sha256) throw damagedBackup(folder, path);
  });
}

export function damagedBackup(folder: string, path: string): StartFailure {
  return new StartFailure(
    `The backup in ${folder} is damaged: ${path} is missing or differs from what was backed up; restore another backup`,
  );
}
