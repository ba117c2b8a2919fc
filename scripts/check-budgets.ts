import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

interface Budget {
  readonly entry: string;
  readonly kind: 'JavaScript' | 'CSS';
  readonly limitBytes: number;
  /** The catalogues of the page, of which a visitor gets one; the largest counts. */
  readonly words?: string;
}

/** What a visitor downloads before a page is usable, in bytes after brotli. */
const budgets: readonly Budget[] = [
  {
    entry: 'src/web/chat/main.tsx',
    kind: 'JavaScript',
    limitBytes: 35_000,
    words: 'src/web/shared/text/*/chat.ts',
  },
  { entry: 'src/web/chat/main.tsx', kind: 'CSS', limitBytes: 8_000 },
  { entry: 'src/web/account/main.tsx', kind: 'JavaScript', limitBytes: 25_000 },
  { entry: 'src/web/account/main.tsx', kind: 'CSS', limitBytes: 6_000 },
  { entry: 'src/web/console/main.tsx', kind: 'JavaScript', limitBytes: 30_000 },
  { entry: 'src/web/console/main.tsx', kind: 'CSS', limitBytes: 8_000 },
  { entry: 'src/web/docs/main.tsx', kind: 'JavaScript', limitBytes: 4_000 },
  { entry: 'src/web/docs/main.tsx', kind: 'CSS', limitBytes: 6_000 },
  { entry: 'src/web/login/main.tsx', kind: 'JavaScript', limitBytes: 1_000 },
  { entry: 'src/web/login/main.tsx', kind: 'CSS', limitBytes: 4_000 },
];

/** What another part of the console downloads when it is opened, beside what the parts before it have brought. */
const parts = { name: /^src\/web\/console\/.+\//, limitBytes: 8_000 };

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const folder = join(import.meta.dirname, '..', 'dist', 'web');
const manifestPath = join(folder, 'manifest.json');

if (!existsSync(manifestPath)) {
  console.error('dist/web is not there: run `node scripts/build-web.ts` first');
  process.exitCode = 1;
} else {
  const manifest: Manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  for (const { entry, kind, limitBytes, words } of budgets) {
    const catalogue = words === undefined ? [] : largestCatalogue(manifest, entry, words);
    report(`${entry} ${kind}`, [...listFiles(manifest, entry, kind), ...catalogue], limitBytes);
  }
  for (const [name, { file }] of Object.entries(manifest)) {
    if (parts.name.test(name)) {
      const before = listFilesBefore(manifest, name);
      const more = listFiles(manifest, name, 'JavaScript').filter((each) => !before.includes(each));
      report(name, more, parts.limitBytes);
    } else if (!name.endsWith('main.tsx')) {
      console.log(`     ${name} on demand: ${kilobytes(sizeOf(file))} kB brotli`);
    }
  }
}

checkLauncher(4_000, 6_000);

function report(name: string, files: readonly string[], limitBytes: number): void {
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const fits = files.length > 0 && bytes <= limitBytes;
  console.log(`${fits ? 'ok  ' : 'OVER'} ${name}: ${kilobytes(bytes)} of ${kilobytes(limitBytes)} kB brotli`);
  if (!fits) process.exitCode = 1;
}

/**
 * The launcher runs on pages of other sites, which pay for every byte of it: of its first file at once, and of its
 * second, in the largest of its languages, when a visitor is about to open it.
 */
function checkLauncher(firstBytes: number, secondBytes: number): void {
  const launchers = join(import.meta.dirname, '..', 'dist', 'launcher');
  const description = join(launchers, 'launcher.json');
  if (!existsSync(description)) {
    console.error('dist/launcher is not there: run `node scripts/build-launcher.ts` first');
    process.exitCode = 1;
    return;
  }
  const { version }: { readonly version: string } = JSON.parse(readFileSync(description, 'utf8'));
  const sizes = readdirSync(launchers)
    .filter((name) => name.startsWith(`${version}.`) && name.endsWith('.js'))
    .map((name) => ({ name, bytes: brotliCompressSync(readFileSync(join(launchers, name))).length }));
  const first = `${version}.js`;
  reportLauncher(
    'first',
    firstBytes,
    sizes.filter(({ name }) => name === first),
  );
  reportLauncher(
    'second',
    secondBytes,
    sizes.filter(({ name }) => name !== first),
  );
}

function reportLauncher(
  file: string,
  limitBytes: number,
  sizes: readonly { readonly bytes: number }[],
): void {
  const bytes = Math.max(...sizes.map((each) => each.bytes));
  const fits = bytes > 0 && bytes <= limitBytes;
  console.log(`${fits ? 'ok  ' : 'OVER'} launcher, ${file} file: ${bytes} of ${limitBytes} bytes brotli`);
  if (!fits) process.exitCode = 1;
}

/** The files of an entry and of everything that it imports eagerly; what is loaded later does not count. */
function listFiles(manifest: Manifest, entry: string, kind: 'JavaScript' | 'CSS'): readonly string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || files.has(chunk.file)) return;
    if (kind === 'JavaScript') files.add(chunk.file);
    for (const file of kind === 'CSS' ? (chunk.css ?? []) : []) files.add(file);
    chunk.imports?.forEach(visit);
  };
  visit(entry);
  return [...files];
}

/** What the catalogue of the language with the most bytes adds to the files of the page. */
function largestCatalogue(manifest: Manifest, entry: string, words: string): readonly string[] {
  const before = listFiles(manifest, entry, 'JavaScript');
  const added = Object.keys(manifest)
    .filter((name) => matchesGlob(name, words))
    .map((name) => listFiles(manifest, name, 'JavaScript').filter((file) => !before.includes(file)));
  const bytesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + sizeOf(file), 0);
  const [largest] = added.sort((one, other) => bytesOf(other) - bytesOf(one));
  if (largest === undefined) throw new Error(`No catalogue is built: ${words}`);
  return largest;
}

/** The files that are there when a part is asked for: those of the part that asks, and of all before it. */
function listFilesBefore(manifest: Manifest, part: string): readonly string[] {
  const asking = Object.keys(manifest).find((name) => manifest[name]?.dynamicImports?.includes(part));
  if (asking === undefined) return [];
  return [...listFiles(manifest, asking, 'JavaScript'), ...listFilesBefore(manifest, asking)];
}

function sizeOf(file: string): number {
  return brotliCompressSync(readFileSync(join(folder, file))).length;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
