import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from '#core/shared/start-failure.ts';
import { type BackedUpFile, checksumOf, forEachFile, isSafePath } from './file-tree.ts';

const fileName = 'backup.json';
const format = 1;

/**
 * - `files`: a copy of the data folder with the files of its PostgreSQL
 * - `dump`: one file of pg_dump
 */
export type BackupKind = 'files' | 'dump';

/** What a backup contains. It is written last, so a folder without it holds no complete backup. */
export interface BackupManifest {
  readonly kind: BackupKind;
  /** The version of Parley that made the backup. */
  readonly version: string;
  /** The version of PostgreSQL that can read it, or a later one for a dump: `18.1`. */
  readonly postgres: string;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  /** Folders too, because an empty one does not survive every way of moving a backup. */
  readonly folders: readonly string[];
  /** By path in the backup. */
  readonly files: ReadonlyMap<string, BackedUpFile>;
}

export function bytesOf({ files }: BackupManifest): number {
  return [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

export function majorOf({ postgres }: Pick<BackupManifest, 'postgres'>): number {
  return Number.parseInt(postgres, 10);
}

export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const { kind, version, postgres, createdAt: created_at, folders } = manifest;
  const files = Object.fromEntries([...manifest.files].sort(([one], [other]) => (one < other ? -1 : 1)));
  const text = JSON.stringify({ format, kind, version, postgres, created_at, folders, files }, null, 1);
  await using file = await open(join(folder, fileName), 'wx', 0o600);
  await file.writeFile(`${text}\n`);
  await file.sync();
}

/** Rejects with a StartFailure where `folder` holds no complete backup. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((cause) => {
    throw new StartFailure(
      `${folder} holds no complete backup: it has no ${fileName}, which a backup writes last`,
      { cause },
    );
  });
  const manifest = parsed(text);
  if (manifest === null)
    throw new StartFailure(`The backup in ${folder} is damaged: its ${fileName} cannot be read`);
  return manifest;
}

function parsed(text: string): BackupManifest | null {
  try {
    const { format: found, ...stated }: Stated = JSON.parse(text);
    if (found !== format) return null;
    const files = new Map(Object.entries(stated.files).map(([path, file]) => [path, fileOf(file)]));
    if (![...files.keys(), ...stated.folders].every(isSafePath)) return null;
    const kind = stated.kind === 'dump' ? 'dump' : 'files';
    const { folders, version, postgres, created_at: createdAt } = stated;
    return { kind, version: String(version), postgres: String(postgres), createdAt, folders, files };
  } catch {
    return null;
  }
}

/** As the file states it, by the version that wrote it. */
interface Stated {
  readonly format: number;
  readonly kind: string;
  readonly version: string;
  readonly postgres: string;
  readonly created_at: string;
  readonly folders: readonly string[];
  readonly files: Readonly<Record<string, BackedUpFile>>;
}

function fileOf({ bytes, sha256 }: BackedUpFile): BackedUpFile {
  return { bytes: Number(bytes), sha256: String(sha256) };
}

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
