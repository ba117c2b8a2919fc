import { join } from 'node:path';
import { buildPart, root } from './building/build-part.ts';
import { compressFiles } from './web/compress.ts';

/** Builds the pages to dist/web, whose manifest.json lists the files of each page, and then every other part. */
const folder = join(root, 'dist/web');

await buildPart({
  product: join(folder, 'manifest.json'),
  sources: [
    'src/{web,client}/**/*',
    'src/contract/**/*.ts',
    'locales/**/*.ts',
    'scripts/**/*.ts',
    'vite.config.ts',
    'package-lock.json',
  ],
  importTools: () => import('vite'),
  missing: 'The pages are not built: npm ci --include=dev brings Vite.',
  async build(vite) {
    await vite.build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
    await compressFiles(folder);
  },
});
await import('./build-launcher.ts');
await import('./build-sdk.ts');
await import('./build-docs.ts');
await import('./building/build-program.ts');
