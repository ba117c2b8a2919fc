import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compressFiles } from './web/compress.ts';
import { isStale } from './web/freshness.ts';

/**
 * Builds the pages to dist/web; its manifest.json lists the files of each page. With `--if-stale` only when a source
 * is newer; with `--if-possible` an installation without the build tools is left unchanged.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/web');
const manifest = join(folder, 'manifest.json');
const { values } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, 'if-possible': { type: 'boolean' } },
});

if (!values['if-stale'] || isStale(root, manifest)) await buildPages();
await import('./build-launcher.ts');
await import('./build-sdk.ts');
await import('./build-docs.ts');

async function buildPages(): Promise<void> {
  // Imported on demand: it takes longer to load than to find that nothing has changed.
  const vite = await import('vite').catch((error: unknown) => {
    if (!values['if-possible']) throw error;
    if (!existsSync(manifest)) console.error('The pages are not built: npm ci --include=dev brings Vite.');
    return null;
  });
  if (vite === null) return;
  await vite.build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await compressFiles(folder);
}
