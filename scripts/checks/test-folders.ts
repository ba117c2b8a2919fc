import type { SourceFile } from './source-files.ts';

const helper = 'test/support/machine/make-folder.ts';
// Split, so that this line does not find itself.
const maker = new RegExp(`\\bmk${'dtemp'}`);

/** Tests that make a temporary folder themselves: the PostgreSQL of root may be another user's, who cannot enter it. */
export function findOwnTestFolders(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => /^test\/.*\.ts$/.test(path) && path !== helper)
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          maker.test(line)
            ? [`${path}:${index + 1} makes a folder itself: take makeFolder of ${helper}`]
            : [],
        ),
    );
}
