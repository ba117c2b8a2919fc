import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { version } from '#app/version.ts';
import { catalogues } from '../locales/launcher.ts';
import { buildPart, root } from './building/build-part.ts';

/**
 * Builds the launcher to dist/launcher: `<version>.js`, `<version>.<language>.js` with what it loads when a visitor is
 * about to open it, their brotli forms, and `launcher.json`, which names the current version. The version contains a
 * hash of the code, and the code the hashes of the second files, so no file ever changes; earlier files stay for pages
 * that pin one.
 */
const folder = join(root, 'dist', 'launcher');
const description = join(folder, 'launcher.json');

await buildPart({
  product: description,
  sources: [
    'src/launcher/**/*',
    'src/contract/launcher.ts',
    'src/contract/context.ts',
    'src/contract/shared/context-limits.ts',
    'locales/launcher.ts',
    'src/contract/brand/contrast.ts',
    'scripts/build-launcher.ts',
    'package.json',
  ],
  importTools: () => import('vite'),
  missing: 'The launcher is not built: npm ci --include=dev brings Vite.',
  async build(vite) {
    const [first, second] = await Promise.all([
      bundle(vite.build, 'src/launcher/launcher.ts', 'iife'),
      bundle(vite.build, 'src/launcher/panel/main.ts', 'es'),
    ]);
    const panels = Object.entries(catalogues).map(([language, words]) => {
      const code = Buffer.from(fill(second, 'WORDS', words));
      const hash = createHash('sha256').update(code).digest('base64').replace('=', '');
      return { language, words, code, hash };
    });
    const parts = panels.map(({ language, words, hash }) => [language, [words.openChat, words.chat, hash]]);
    const code = fill(first, 'PARTS', Object.fromEntries(parts));
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
    const name = `${version}-${hash}`;
    const bytes = Buffer.from(fill(code, 'VERSION', name));
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    mkdirSync(folder, { recursive: true });
    for (const panel of panels) keep(`${name}.${panel.language}`, panel.code);
    keep(name, bytes);
    writeFileSync(description, `${JSON.stringify({ version: name, integrity })}\n`);
  },
});

function keep(name: string, bytes: Buffer): void {
  writeFileSync(join(folder, `${name}.js`), bytes);
  writeFileSync(join(folder, `${name}.js.br`), brotliCompressSync(bytes));
}

/** Puts a value in for a name that no code declares. */
function fill(code: string, name: 'VERSION' | 'PARTS' | 'WORDS', value: unknown): string {
  const placeholder = `__PARLEY_LAUNCHER_${name}__`;
  if (!code.includes(placeholder)) throw new Error(`${placeholder} is not in the code`);
  // As a function, so that no `$` in the value is read as a pattern.
  return code.replaceAll(placeholder, () => JSON.stringify(value));
}

/** One script without imports: a classic one, which a page can include from anywhere, or the module that it loads. */
async function bundle(
  build: typeof import('vite').build,
  entry: string,
  format: 'iife' | 'es',
): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: ['chrome123', 'firefox128', 'safari17.5'],
      lib: { entry: join(root, entry), formats: [format], name: 'ParleyLauncher' },
      minify: true,
      modulePreload: false,
    },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${entry} must become one file`);
  return chunk.code;
}
