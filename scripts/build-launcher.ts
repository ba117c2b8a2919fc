import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { version } from '#app/version.ts';
import { buildPart, root } from './building/build-part.ts';

/**
 * Builds the launcher to dist/launcher: `<version>.js`, its brotli form, and `launcher.json`, which names the current
 * one. The version contains a hash of the code, so a file never changes; earlier files stay for pages that pin one.
 */
const folder = join(root, 'dist', 'launcher');
const description = join(folder, 'launcher.json');
const placeholder = '__PARLEY_LAUNCHER_VERSION__';

await buildPart({
  product: description,
  sources: ['src/launcher/**/*', 'src/contract/launcher.ts', 'scripts/build-launcher.ts', 'package.json'],
  importTools: () => import('vite'),
  missing: 'The launcher is not built: npm ci --include=dev brings Vite.',
  async build(vite) {
    const code = await bundle(vite.build);
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
    const name = `${version}-${hash}`;
    const bytes = Buffer.from(code.replaceAll(placeholder, name));
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.js`), bytes);
    writeFileSync(join(folder, `${name}.js.br`), brotliCompressSync(bytes));
    writeFileSync(description, `${JSON.stringify({ version: name, integrity })}\n`);
  },
});

/** One classic script without imports, which a page can include from anywhere. */
async function bundle(build: typeof import('vite').build): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: ['chrome123', 'firefox128', 'safari17.5'],
      lib: { entry: join(root, 'src/launcher/launcher.ts'), formats: ['iife'], name: 'ParleyLauncher' },
      minify: true,
    },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('The launcher must be one file');
  return chunk.code;
}
