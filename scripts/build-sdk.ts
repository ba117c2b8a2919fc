import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '#app/version.ts';
import { buildPart, root } from './building/build-part.ts';

/**
 * Builds the package `@parley/client` to dist/sdk, as npm installs it, beside those of earlier releases;
 * `packages.json` lists them with their integrity values. The package of a release stays what was released.
 */
const folder = join(root, 'dist', 'sdk');

await buildPart({
  product: join(folder, 'packages.json'),
  sources: [
    ...[
      'src/sdk/**/*',
      'src/client/*',
      'src/contract/**/*',
      'scripts/sdk/*',
      'scripts/build-sdk.ts',
      'released/*',
    ],
    ...['docs/sdk.md', 'package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE'],
  ],
  importTools,
  missing: 'The client package is not built: npm ci --include=dev brings the compiler.',
  build: buildPackages,
});

function buildPackages(tools: Awaited<ReturnType<typeof importTools>>): void {
  const built = tools.packPackage(root);
  const released = [...tools.listReleasedPackages(root)].map(
    ([name, path]) => [name, readFileSync(path)] as const,
  );
  const packages = new Map<string, Uint8Array>([[`parley-client-${version}.tgz`, built], ...released]);
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of packages) place(name, bytes);
  place('parley-client.tgz', built);
  const listed = [...packages].map(([file, bytes]) => ({
    version: file.slice('parley-client-'.length, -'.tgz'.length),
    integrity: integrityOf(bytes),
  }));
  // Written last, so that a reader finds the files that it names.
  place('packages.json', `${JSON.stringify({ version, integrity: integrityOf(built), packages: listed })}\n`);
  const kept = new Set([...packages.keys(), 'parley-client.tgz', 'packages.json']);
  for (const name of readdirSync(folder)) {
    if (!kept.has(name) && !name.endsWith('.part'))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

async function importTools() {
  if (!existsSync(join(root, 'node_modules', '.bin', 'tsc')))
    throw new Error('The compiler is not installed');
  return { ...(await import('./sdk/pack-package.ts')), ...(await import('./sdk/released-packages.ts')) };
}

/** Never half written: services read the folder, and tests build at the same time. */
function place(name: string, content: string | Uint8Array): void {
  const part = join(folder, `${name}.${process.pid}.part`);
  writeFileSync(part, content);
  renameSync(part, join(folder, name));
}

/** As npm writes it into a lock file. */
function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}
