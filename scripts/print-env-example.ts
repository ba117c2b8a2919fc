import { readFileSync, writeFileSync } from 'node:fs';
import type { Variable } from '../src/config/environment.ts';
import { allVariables } from '../src/config/variables.ts';

/** Writes `.env.example` from the table of variables; with `--check` only compares, and exits 1 on a difference. */
const path = new URL('../.env.example', import.meta.url);
const expected = render(allVariables);

if (!process.argv.includes('--check')) {
  writeFileSync(path, expected);
} else if (readFileSync(path, 'utf8') !== expected) {
  console.error('.env.example is stale: run node scripts/print-env-example.ts');
  process.exitCode = 1;
}

function render(all: readonly Variable<unknown>[]): string {
  const head =
    '# Settings of Parley. Copy this file to .env and uncomment what differs. Everything is optional.\n';
  return [head, ...all.map(entry)].join('\n');
}

function entry({ name, about, otherwise, example }: Variable<unknown>): string {
  return `# ${about}\n# Unset: ${otherwise}.\n# ${name}=${example}\n`;
}
