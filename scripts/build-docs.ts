import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '#app/version.ts';
import { buildPart, root } from './building/build-part.ts';

/** Renders the documentation to dist/docs/site.json. */
const folder = join(root, 'dist', 'docs');
const file = join(folder, 'site.json');

await buildPart({
  product: file,
  sources: [
    'docs/*.md',
    'docs/pages.json',
    'src/contract/**/*.ts',
    'src/core/errors.ts',
    'src/http/openapi/**/*.ts',
    'src/http/server/openai-refusal.ts',
    'src/http/documentation/site-file.ts',
    'scripts/docs/**/*.ts',
    'scripts/build-docs.ts',
    'package.json',
  ],
  importTools: () => import('./docs/create-site.ts'),
  missing: 'The documentation is not built: npm ci --include=dev brings its tools.',
  build({ createSite }) {
    mkdirSync(folder, { recursive: true });
    // A service that runs meanwhile reads the old file or the new one.
    writeFileSync(`${file}.new`, JSON.stringify(createSite(root, version)));
    renameSync(`${file}.new`, file);
  },
});
