import { execFileSync } from 'node:child_process';
import { ROOT } from '../support/program.ts';

/** Files that a run of the bench writes itself. */
const written = [':!docs/performance.md', ':!bench/results'];

/** The commit of the measured code, read before a run writes anything, with `+changes` when files differ from it. */
export const measuredCommit = nameOfCommit();

function nameOfCommit(): string {
  const commit = git('rev-parse', '--short=10', 'HEAD');
  return git('status', '--porcelain', '--', '.', ...written) === '' ? commit : `${commit}+changes`;
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
}
