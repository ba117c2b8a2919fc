import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartFailure } from '#core/shared/start-failure.ts';

export interface BackedUpFile {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

const leastBuffer = 8_192;
const mostBuffer = 1 << 20;

/** Paths below a folder, with `/` between their parts. */
export interface FileTree {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Whether the path stays below the folder that it is relative to. */
export function isSafePath(path: string): boolean {
  return /^[^/\\\0]+(\/[^/\\\0]+)*$/.test(path) && !path.split('/').some((part) => /^\.\.?$/.test(part));
}

/**
 * All files below `folder` but those that `isLeftOut` names, with every folder. Files may come and go meanwhile;
 * symlinks are refused, because a copy of one would lead to the original's files.
 */
export async function listTree(folder: string, isLeftOut: (path: string) => boolean): Promise<FileTree> {
  const folders: string[] = [];
  const files: string[] = [];
  const visit = async (below: string): Promise<void> => {
    const entries = await unlessGone(readdir(join(folder, below), { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (isLeftOut(path)) continue;
      if (entry.isSymbolicLink()) throw refusedLink(join(folder, path));
      if (entry.isDirectory()) {
        folders.push(path);
        await visit(path);
      } else if (entry.isFile()) files.push(path);
    }
  };
  await visit('');
  return { folders, files };
}

/** Copies a file to where there is none, on disk when this resolves. Null: the original is gone. */
export async function copyFile(from: string, to: string): Promise<BackedUpFile | null> {
  const opened = await unlessGone(open(from, 'r'));
  if (opened === null) return null;
  await using source = opened;
  await using target = await open(to, 'wx', 0o600);
  const copied = await readThrough(source, (piece) => target.writeFile(piece));
  await target.sync();
  return copied;
}

export async function checksumOf(path: string): Promise<BackedUpFile | null> {
  const opened = await unlessGone(open(path, 'r'));
  if (opened === null) return null;
  await using source = opened;
  return await readThrough(source, () => Promise.resolve());
}

/** Makes the folders, each accessible to its owner only. */
export async function makeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** A new name is on disk once its folder is. */
export async function syncFolders(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of ['', ...paths]) {
    await using opened = await open(join(folder, path), 'r');
    await opened.sync();
  }
  await using parent = await open(dirname(folder), 'r');
  await parent.sync();
}

/** Eight at a time: most files are small, and waiting for the disk takes longer than copying them. */
export async function forEachFile(paths: Iterable<string>, work: (path: string) => Promise<void>) {
  const left = [...paths].values();
  const lane = async () => {
    for (const path of left) await work(path);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

async function readThrough(
  source: FileHandle,
  take: (piece: Uint8Array) => Promise<void>,
): Promise<BackedUpFile> {
  const hash = createHash('sha256');
  // Most files are small; a segment of a table may have a gigabyte.
  const { size } = await source.stat();
  const buffer = Buffer.allocUnsafe(Math.min(Math.max(size, leastBuffer), mostBuffer));
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, bytes);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    await take(piece);
    bytes += bytesRead;
  }
}

async function unlessGone<T>(opening: Promise<T>): Promise<T | null> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function refusedLink(path: string): StartFailure {
  return new StartFailure(
    `${path} is a symlink, so a copy of the folder would lack what it leads to: replace it by the files themselves`,
  );
}
