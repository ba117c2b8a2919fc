import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Renders the documentation to dist/docs/site.json. With `--if-stale` only when a source is newer; with
 * `--if-possible` an installation without the build tools is left unchanged.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist', 'docs');
const file = join(folder, 'site.json');
const sources = [
  'docs/*.md',
  'docs/pages.json',
  'src/contract/**/*.ts',
  'src/core/errors.ts',
  'src/http/openapi/**/*.ts',
  'src/http/openai/refusal.ts',
  'src/http/documentation/site-file.ts',
  'scripts/docs/**/*.ts',
  'scripts/build-docs.ts',
  'package.json',
];
const { values } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, 'if-possible': { type: 'boolean' } },
});

if (!values['if-stale'] || isStale()) await buildDocs();

async function buildDocs(): Promise<void> {
  const made = await import('./docs/create-site.ts').catch((error: unknown) => {
    if (!values['if-possible']) throw error;
    return null;
  });
  if (made === null) {
    if (isMissing()) console.error('The documentation is not built: npm ci --include=dev brings its tools.');
    return;
  }
  const site = made.createSite(root, readVersion());
  mkdirSync(folder, { recursive: true });
  // A service that runs meanwhile reads the old file or the new one.
  writeFileSync(`${file}.new`, JSON.stringify(site));
  renameSync(`${file}.new`, file);
}

function isMissing(): boolean {
  return statSync(file, { throwIfNoEntry: false }) === undefined;
}

function isStale(): boolean {
  const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return true;
  return globSync(sources, { cwd: root }).some((path) => statSync(join(root, path)).mtimeMs > builtAt);
}

function readVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return version;
}
