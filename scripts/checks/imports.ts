import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** One `import` or `export … from`, type-only ones included. */
export interface Import {
  readonly from: string;
  readonly line: number;
  readonly specifier: string;
  /** The path of our own file that is imported; null for a package or a Node module. */
  readonly target: string | null;
  /** `import('…')`, which loads when it runs. */
  readonly isLazy: boolean;
}

/** The `imports` of package.json: `{"#core/*": "./src/core/*", "#app": "./src/app.ts"}`. */
export type ImportMap = Readonly<Record<string, string>>;

/**
 * Patterns suffice because Biome formats the code: a static import starts its line, and text that merely looks like
 * one (in a template) is indented or quoted.
 */
const staticImport = /^(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'/gm;
const dynamicImport = /\bimport\(\s*'([^']+)'\s*\)/g;

export function findImports(file: SourceFile, map: ImportMap): readonly Import[] {
  return [staticImport, dynamicImport].flatMap((pattern) =>
    [...file.text.matchAll(pattern)].flatMap((match) => {
      const specifier = match[1] ?? match[2];
      if (specifier === undefined) return [];
      const line = file.text.slice(0, match.index).split('\n').length;
      const target = resolveImport(file.path, specifier, map);
      return [{ from: file.path, line, specifier, target, isLazy: pattern === dynamicImport }];
    }),
  );
}

export function readImportMap(packageJson: string): ImportMap {
  const parsed: unknown = JSON.parse(packageJson);
  if (typeof parsed !== 'object' || parsed === null || !('imports' in parsed)) return {};
  if (typeof parsed.imports !== 'object' || parsed.imports === null) return {};
  return Object.fromEntries(
    Object.entries(parsed.imports).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function resolveImport(from: string, specifier: string, map: ImportMap): string | null {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return posix.join(posix.dirname(from), plain);
  if (!plain.startsWith('#')) return null;
  for (const [pattern, target] of Object.entries(map)) {
    const path = target.replace(/^\.\//, '');
    if (pattern === plain) return path;
    const prefix = pattern.endsWith('*') ? pattern.slice(0, -1) : null;
    if (prefix !== null && plain.startsWith(prefix)) return path.replace('*', plain.slice(prefix.length));
  }
  return null;
}
