import { dirname } from 'node:path/posix';
import type { SourceFile } from './source-files.ts';

const maxFiles = 20;

/** The files in it are data, one per case. */
const fixtures = 'test/fixtures/';

/** A folder answers one question; one with more files than fit on a screen usually answers two. */
export function findCrowdedFolders(files: readonly SourceFile[]): readonly string[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => !path.startsWith(fixtures)),
    ({ path }) => dirname(path),
  );
  return [...folders].flatMap(([folder, held]) =>
    held.length <= maxFiles
      ? []
      : [
          `${folder} has ${held.length} files, more than ${maxFiles}: give what belongs together its own folder`,
        ],
  );
}
