import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'fflate';
import { createTar } from 'nanotar';
import { compilePackage } from './compile-package.ts';

/** The time that npm gives to every file of a tarball. */
const packedAt = Date.UTC(1985, 9, 26, 8, 15);

/** The package `@parley/client` as npm installs it. The same sources give the same bytes, on every machine. */
export function packPackage(root: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'parley-package-'));
  try {
    compilePackage(root, folder);
    return packFolder(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function packFolder(folder: string): Uint8Array {
  const paths = globSync('**/*', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const files = paths.map((path) => ({
    name: `package/${path}`,
    data: new Uint8Array(readFileSync(join(folder, path))),
  }));
  const tar = createTar(files, { attrs: { mode: '644', uid: 0, gid: 0, mtime: packedAt } });
  // An archive ends with two empty blocks, which the library leaves out where the files fill the last record.
  const ended = new Uint8Array(tar.length + 1024);
  ended.set(tar);
  // What zlib makes of the same bytes differs between processors; this is JavaScript.
  return gzipSync(ended, { level: 9, mtime: 0 });
}
