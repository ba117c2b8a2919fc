import {
  largestCatalogue,
  launcherSizes,
  listFiles,
  type Manifest,
  readManifest,
  weightOf,
} from './page-weight.ts';

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
    words: 'locales/*/chat.ts',
  },
  { entry: 'src/web/chat/main.tsx', kind: 'CSS', limitBytes: 8_000 },
  {
    entry: 'src/web/account/main.tsx',
    kind: 'JavaScript',
    limitBytes: 25_000,
    words: 'locales/*/account/account.ts',
  },
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

const manifest = readManifest();

if (manifest === null) {
  console.error('dist/web is not there: run `node scripts/build-web.ts` first');
  process.exitCode = 1;
} else {
  for (const { entry, kind, limitBytes, words } of budgets) {
    const catalogue = words === undefined ? [] : largestCatalogue(manifest, entry, words);
    reportFiles(`${entry} ${kind}`, [...listFiles(manifest, entry, kind), ...catalogue], limitBytes);
  }
  for (const [name, { file }] of Object.entries(manifest)) {
    if (parts.name.test(name)) {
      const before = listFilesBefore(manifest, name);
      const more = listFiles(manifest, name, 'JavaScript').filter((each) => !before.includes(each));
      reportFiles(name, more, parts.limitBytes);
    } else if (!name.endsWith('main.tsx')) {
      console.log(`     ${name} on demand: ${kilobytes(weightOf([file]))} kB brotli`);
    }
  }
}

checkLauncher(4_000, 6_000);

function reportFiles(name: string, files: readonly string[], limitBytes: number): void {
  const bytes = weightOf(files);
  report(name, bytes, limitBytes, `${kilobytes(bytes)} of ${kilobytes(limitBytes)} kB`);
}

function report(name: string, bytes: number, limitBytes: number, measured: string): void {
  const fits = bytes > 0 && bytes <= limitBytes;
  console.log(`${fits ? 'ok  ' : 'OVER'} ${name}: ${measured} brotli`);
  if (!fits) process.exitCode = 1;
}

/**
 * The launcher runs on pages of other sites, which pay for every byte of it: of its first file at once, and of its
 * second, in the largest of its languages, when a visitor is about to open it.
 */
function checkLauncher(firstBytes: number, secondBytes: number): void {
  const sizes = launcherSizes();
  if (sizes === null) {
    console.error('dist/launcher is not there: run `node scripts/build-launcher.ts` first');
    process.exitCode = 1;
    return;
  }
  reportLauncher('first', sizes.first, firstBytes);
  reportLauncher('second', Math.max(...sizes.second), secondBytes);
}

function reportLauncher(file: string, bytes: number, limitBytes: number): void {
  report(`launcher, ${file} file`, bytes, limitBytes, `${bytes} of ${limitBytes} bytes`);
}

/** The files that are there when a part is asked for: those of the part that asks, and of all before it. */
function listFilesBefore(manifest: Manifest, part: string): readonly string[] {
  const asking = Object.keys(manifest).find((name) => manifest[name]?.dynamicImports?.includes(part));
  if (asking === undefined) return [];
  return [...listFiles(manifest, asking, 'JavaScript'), ...listFilesBefore(manifest, asking)];
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
