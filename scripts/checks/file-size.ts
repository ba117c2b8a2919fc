import type { SourceFile } from './source-files.ts';

const maxLines = 250;
const breaks = /^import type \{ Break \} .*\n|\nexport const breaks: [\s\S]*/gm;

/** Files that exceed the limit for a reason. */
const exceptions: readonly string[] = [];

/**
 * A file is one idea; one that has outgrown the limit usually hides a second. The breaks that a test file declares
 * at its end do not count: they are a list.
 */
export function findLargeFiles(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.replace(breaks, '').split('\n').length - 1;
    if (lines <= maxLines || exceptions.includes(path)) return [];
    return [`${path} has ${lines} lines, more than ${maxLines}: look for the idea that wants its own file`];
  });
}
