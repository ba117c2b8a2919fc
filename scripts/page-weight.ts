import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

export type Manifest = Readonly<Record<string, Chunk>>;

const dist = join(import.meta.dirname, '..', 'dist');

/** What the build made of the pages; null where they were not built. */
export function readManifest(): Manifest | null {
  const path = join(dist, 'web', 'manifest.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** The files of an entry and of everything that it imports eagerly; what is loaded later does not count. */
export function listFiles(manifest: Manifest, entry: string, kind: 'JavaScript' | 'CSS'): readonly string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || files.has(chunk.file)) return;
    if (kind === 'JavaScript') files.add(chunk.file);
    for (const file of kind === 'CSS' ? (chunk.css ?? []) : []) files.add(file);
    chunk.imports?.forEach(visit);
  };
  visit(entry);
  return [...files];
}

/** What the catalogue of the language with the most bytes adds to the files of the page. */
export function largestCatalogue(manifest: Manifest, entry: string, words: string): readonly string[] {
  const before = listFiles(manifest, entry, 'JavaScript');
  const added = Object.keys(manifest)
    .filter((name) => matchesGlob(name, words))
    .map((name) => listFiles(manifest, name, 'JavaScript').filter((file) => !before.includes(file)));
  const weights = added.map(weightOf);
  const largest = added[weights.indexOf(Math.max(...weights))];
  if (largest === undefined) throw new Error(`No catalogue is built: ${words}`);
  return largest;
}

/** Bytes of files of the pages after brotli. */
export function weightOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + compressed(join(dist, 'web', file)), 0);
}

function compressed(path: string): number {
  return brotliCompressSync(readFileSync(path)).length;
}

/** Bytes of the launcher after brotli, of its first file and of each that may come second; null where it was not built. */
export function launcherSizes(): { readonly first: number; readonly second: readonly number[] } | null {
  const folder = join(dist, 'launcher');
  const description = join(folder, 'launcher.json');
  if (!existsSync(description)) return null;
  const { version }: { readonly version: string } = JSON.parse(readFileSync(description, 'utf8'));
  const bytesOf = (name: string) => compressed(join(folder, name));
  const first = `${version}.js`;
  const others = readdirSync(folder).filter(
    (name) => name.startsWith(`${version}.`) && name.endsWith('.js') && name !== first,
  );
  return { first: bytesOf(first), second: others.map(bytesOf) };
}
