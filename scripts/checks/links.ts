import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** Links between our own documents that lead nowhere. Web addresses are not checked. */
export function findBrokenLinks(root: string, files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap((match) => {
        const target = (match[1] ?? '').replace(/#.*$/, '');
        if (target === '' || /^[a-z]+:/.test(target)) return [];
        return existsSync(join(root, dirname(path), target))
          ? []
          : [`${path} links to ${target}, which is gone`];
      }),
    );
}
