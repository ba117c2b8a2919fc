import { join } from 'node:path';
import {
  type BackedUpFile,
  checksumOf,
  copyFile,
  forEachFile,
  listTree,
  makeFolders,
  syncFolders,
} from './file-tree.ts';

export interface BackedUpTree {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, BackedUpFile>;
}

/** A folder that is filled from several places, with the checksum of each file in it. */
export class TreeCopy implements BackedUpTree {
  readonly files = new Map<string, BackedUpFile>();
  readonly #root: string;
  readonly #folders = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  get folders(): readonly string[] {
    return [...this.#folders];
  }

  async addFolders(paths: readonly string[]): Promise<void> {
    await makeFolders(paths.map((path) => join(this.#root, path)));
    for (const path of paths) this.#folders.add(path);
  }

  /** Copies what is below `source` to below `path`, which is empty for the root. */
  async addTree(source: string, path: string, isLeftOut: (path: string) => boolean): Promise<void> {
    const below = (name: string) => (path === '' ? name : `${path}/${name}`);
    const { folders, files } = await listTree(source, isLeftOut);
    await this.addFolders(folders.map(below));
    await forEachFile(files, async (name) => {
      const copied = await copyFile(join(source, name), join(this.#root, below(name)));
      if (copied !== null) this.files.set(below(name), copied);
    });
  }

  /** Counts a file that was written by other means. */
  async addFile(path: string): Promise<void> {
    const written = await checksumOf(join(this.#root, path));
    if (written === null) throw new Error(`${path} is missing in the copy`);
    this.files.set(path, written);
  }

  /** Everything is on disk when this resolves. */
  sync(): Promise<void> {
    return syncFolders(this.#root, this.folders);
  }
}
