import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** Every file that `.gitignore` at the root does not exclude, found without git, which a machine may lack. */
export function listRepositoryFiles(root: string): readonly string[] {
  return walk(root, '', readIgnored(readFileSync(join(root, '.gitignore'), 'utf8')));
}

/** Their texts, without binary files. */
export function readRepository(root: string): readonly SourceFile[] {
  return listRepositoryFiles(root)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

/** Folders end in `/`. */
type Ignored = (path: string) => boolean;

function walk(root: string, folder: string, isIgnored: Ignored): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    // In a worktree of git it is a file.
    if (entry.name === '.git') return [];
    const path = `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    if (isIgnored(path)) return [];
    if (entry.isDirectory()) return walk(root, path, isIgnored);
    return entry.isFile() ? [path] : [];
  });
}

function readIgnored(text: string): Ignored {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const patterns = lines.map(readPattern);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** What git reads and this does not is refused, so that the two never differ in silence. */
function readPattern(line: string): RegExp {
  if (/[!?[\]\\]|\*\*|\s$/.test(line)) {
    throw new Error(`.gitignore: the checks understand names and "*", and not ${line}`);
  }
  const name = line.replace(/^\//, '');
  // A slash before the end ties the pattern to the root.
  const anywhere = line.slice(0, -1).includes('/') ? '^' : '(?:^|/)';
  const path = name.replaceAll(/[.+^${}()|]/g, '\\$&').replaceAll('*', '[^/]*');
  return new RegExp(`${anywhere}${path}${line.endsWith('/') ? '' : '/?'}$`);
}
