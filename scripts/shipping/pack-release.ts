import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../building/build-part.ts';
import { requireTools, run } from './tools.ts';

/**
 * Packs the built service into dist/release/parley-<version>.tar.gz, which `npm ci --omit=dev && npm start` runs: no tool
 * that builds has to be installed with it. npm's own archive would lack the lock file.
 */
const parts = [
  ...['package.json', 'package-lock.json', 'README.md', 'CHANGELOG.md', 'LICENSE', '.env.example'],
  ...['bin', 'src', 'locales', 'database', 'docs', 'deploy', 'released', 'scripts', 'vite.config.ts', 'dist'],
];

requireTools({ tar: 'tar', gzip: 'gzip' });
await import('../build-web.ts');
const folder = join(root, 'dist/release');
const name = `parley-${readVersion()}`;
mkdirSync(folder, { recursive: true });
const archive = join(folder, `${name}.tar.gz`);
run('tar', [
  ...['--create', '--gzip', `--file=${archive}`, `--directory=${root}`],
  ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
  ...['--exclude=dist/release', '--exclude=node_modules', `--transform=s,^,${name}/,S`],
  ...parts,
]);
console.log(archive);

function readVersion(): string {
  const description: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (typeof description === 'object' && description !== null && 'version' in description)
    return String(description.version);
  throw new Error('package.json names no version');
}
