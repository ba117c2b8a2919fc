import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSourceFiles } from './checks/source-files.ts';
import { findTreeProblems, writeTree } from './checks/tree.ts';

/** Compares the annotated tree of ARCHITECTURE.md with src/; `--write` adds and removes lines first. */
const root = join(import.meta.dirname, '..');
const documentPath = join(root, 'ARCHITECTURE.md');
const files = readSourceFiles(root, 'src', ['']);

if (process.argv.includes('--write')) {
  writeFileSync(documentPath, writeTree(readFileSync(documentPath, 'utf8'), files));
}

const problems = findTreeProblems(
  readFileSync(documentPath, 'utf8'),
  files.map(({ path }) => path),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('Run `node scripts/check-tree.ts --write`, then fill in the notes that are empty.');
  process.exitCode = 1;
}
