import type { Import } from './imports.ts';

/** An import between two folders of a layer, with the file that it reaches there. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly found: Import;
  readonly target: string;
}

/**
 * The imports between the folders directly below `layer`. A file beside these folders belongs to none: who imports it
 * reaches what it imports, so no arrow can be hidden in it. What it loads later is its own business, or the first file
 * of a page, which loads everything, would make an arrow of each.
 */
export function findArrows(layer: string, imports: readonly Import[]): readonly Arrow[] {
  const own = imports.filter((found) => isIn(layer, found.from) && isIn(layer, found.target));
  const byFile = Map.groupBy(own, ({ from }) => from);
  return own.flatMap((found) => {
    const from = folderIn(layer, found.from);
    if (from === null || found.target === null) return [];
    return reached(layer, found.target, byFile).flatMap((target) => {
      const to = folderIn(layer, target);
      return to === null || to === from ? [] : [{ from, to, found, target }];
    });
  });
}

/** The folder of `layer` in which a file is, below it or deeper; null when it stands beside the folders, or elsewhere. */
export function folderIn(layer: string, path: string): string | null {
  const [folder = '', ...rest] = isIn(layer, path) ? path.slice(layer.length + 1).split('/') : [];
  return rest.length === 0 ? null : folder;
}

function isIn(layer: string, path: string | null): boolean {
  return path?.startsWith(`${layer}/`) ?? false;
}

/** The file itself, or the files in folders that a file beside them leads to. */
function reached(layer: string, file: string, byFile: ReadonlyMap<string, readonly Import[]>): string[] {
  const ends: string[] = [];
  const files = new Set([file]);
  for (const path of files) {
    if (folderIn(layer, path) !== null) {
      ends.push(path);
      continue;
    }
    for (const { target, isLazy } of byFile.get(path) ?? [])
      if (target !== null && !isLazy) files.add(target);
  }
  return ends;
}
