import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRepository } from './checks/repository-files.ts';
import type { SourceFile } from './checks/source-files.ts';
import { countSource, publicStrings } from './counting/counts.ts';

/** Usage: `node scripts/count-source.ts [<revision>]`. Counts what is here, beside that revision of it. */
const root = join(import.meta.dirname, '..');
const [, , revision] = process.argv;

const now = readRepository(root);
const before = revision === undefined ? null : readRevision(revision);
const counts = countSource(now);
const earlier = before === null ? null : countSource(before);

printLine('', revision?.slice(0, 12) ?? '', 'here');
for (const [name, count] of counts) printLine(name, earlier?.get(name), count);
if (before !== null) {
  const [old, own] = [publicStrings(before), publicStrings(now)];
  printLine('public strings that only this side has', countMissing(old, own), countMissing(own, old));
}

function readRevision(name: string): readonly SourceFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'parley-count-'));
  try {
    const archive = execFileSync('git', ['archive', name], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return readRepository(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function countMissing(strings: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...strings].filter((string) => !others.has(string)).length;
}

function printLine(name: string, ...figures: readonly (number | string | undefined)[]): void {
  console.log(name.padEnd(42) + figures.map((figure) => String(figure ?? '').padStart(14)).join(''));
}
