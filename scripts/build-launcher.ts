import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';

/**
 * Builds the launcher to dist/launcher: `<version>.js`, its brotli form, and `launcher.json`, which names the current
 * one. The version contains a hash of the code, so a file never changes; earlier files stay for pages that pin one.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist', 'launcher');
const description = join(folder, 'launcher.json');
const placeholder = '__PARLEY_LAUNCHER_VERSION__';
const sources = [
  'src/launcher/**/*',
  'src/contract/launcher.ts',
  'scripts/build-launcher.ts',
  'package.json',
];
const { values } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, 'if-possible': { type: 'boolean' } },
});

if (!values['if-stale'] || isStale()) await buildLauncher();

async function buildLauncher(): Promise<void> {
  const vite = await import('vite').catch((error: unknown) => {
    if (!values['if-possible']) throw error;
    if (!existsSync(description))
      console.error('The launcher is not built: npm ci --include=dev brings Vite.');
    return null;
  });
  if (vite === null) return;
  const code = await bundle(vite.build);
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
  const version = `${readVersion()}-${hash}`;
  const bytes = Buffer.from(code.replaceAll(placeholder, version));
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${version}.js`), bytes);
  writeFileSync(join(folder, `${version}.js.br`), brotliCompressSync(bytes));
  // Written last, so that a reader finds the files that it names.
  writeFileSync(description, `${JSON.stringify({ version, integrity })}\n`);
}

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

function isStale(): boolean {
  const builtAt = statSync(description, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return true;
  return globSync(sources, { cwd: root }).some((path) => statSync(join(root, path)).mtimeMs > builtAt);
}

function readVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return version;
}
