import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOlder } from '../../src/adapters/postgres/schema/release.ts';

/** The first release that a partner could install a package of is the one after this. */
const lastWithout = '0.3.0';

/** The packages of releases, by file name, with their paths. */
export function listReleasedPackages(root: string): ReadonlyMap<string, string> {
  const paths = globSync('released/parley-client-*.tgz', { cwd: root }).sort();
  return new Map(paths.map((path) => [basename(path), join(root, path)]));
}

/** Kept releases whose package is missing: lock files of partners name it. */
export function findMissingPackages(root: string): readonly string[] {
  return globSync('test/fixtures/releases/*', { cwd: root })
    .map((path) => basename(path))
    .filter((version) => isOlder(lastWithout, version))
    .map((version) => `released/parley-client-${version}.tgz`)
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${path} is missing: node scripts/sdk/keep-release.ts, at the release`);
}
