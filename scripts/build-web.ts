import { join } from 'node:path';
import { build } from 'vite';

/** Builds the pages to dist/web; manifest.json there says which files each page needs. */
await build({ configFile: join(import.meta.dirname, '..', 'vite.config.ts'), logLevel: 'warn' });
