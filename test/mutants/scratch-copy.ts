import { cp, mkdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#test/machine/make-folder.ts';
import { listRepositoryFiles } from '../../scripts/checks/repository-files.ts';

const root = join(import.meta.dirname, '../..');

/** A copy of the repository in which a file can be broken without side effects. */
export interface ScratchCopy extends AsyncDisposable {
  readonly root: string;
  /** For files that the tests write; removed with the copy. */
  readonly temporary: string;
  readonly compileCache: string;
  /** Changes one file until the result is disposed of. Null: the text does not occur exactly once. */
  change(file: string, replace: string, by: string): Promise<AsyncDisposable | null>;
  /** Puts the built pages back as they are now when the result is disposed of. */
  keepBuild(): Promise<AsyncDisposable>;
}

/** The files of the repository, the built pages, and a link to the packages: types are not stripped below node_modules. */
export async function makeScratchCopy(): Promise<ScratchCopy> {
  const folder = makeFolder('parley-mutants-');
  const copy = join(folder, 'copy');
  const temporary = join(folder, 't');
  await mkdir(temporary);
  for (const path of listRepositoryFiles(root)) {
    await cp(join(root, path), join(copy, path), { preserveTimestamps: true });
  }
  await cp(join(root, 'dist'), join(copy, 'dist'), { recursive: true, preserveTimestamps: true });
  for (const folder of ['.', 'test/vendors']) {
    await symlink(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  }
  return {
    root: copy,
    temporary,
    compileCache: join(folder, 'compiled'),
    change: (file, replace, by) => changeFile(join(copy, file), replace, by),
    keepBuild: () => keepFolder(join(copy, 'dist'), join(folder, 'dist')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function changeFile(path: string, replace: string, by: string): Promise<AsyncDisposable | null> {
  const text = await readFile(path, 'utf8');
  const parts = text.split(replace);
  if (parts.length !== 2) return null;
  const { atime, mtime } = await stat(path);
  await writeFile(path, parts.join(by));
  return {
    async [Symbol.asyncDispose]() {
      await writeFile(path, text);
      // The pages that were kept are no older than their sources.
      await utimes(path, atime, mtime);
    },
  };
}

async function keepFolder(path: string, kept: string): Promise<AsyncDisposable> {
  await cp(path, kept, { recursive: true, preserveTimestamps: true });
  return {
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true });
      await rename(kept, path);
    },
  };
}
