import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps the package of the version in package.json: run once for each release, after the version was changed and before
 * the tag. A package that is kept is never replaced, because lock files of partners name its content.
 */
const root = join(import.meta.dirname, '..', '..');
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const name = `parley-client-${version}.tgz`;
const kept = join(root, 'released', name);
if (existsSync(kept)) throw new Error(`released/${name} exists, and stays as it is`);

// The guide is part of the package, and gives the address of this version.
const guide = join(root, 'docs', 'sdk.md');
const text = readFileSync(guide, 'utf8').replaceAll(/parley-client-\d[^\s/]*?\.tgz/g, name);
writeFileSync(guide, text);
await import('../build-sdk.ts');
mkdirSync(join(root, 'released'), { recursive: true });
copyFileSync(join(root, 'dist', 'sdk', name), kept);
console.log(`released/${name}: commit it with the release`);
