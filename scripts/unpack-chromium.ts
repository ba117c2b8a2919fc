import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { resolveVendor, vendorFolder } from './testing/vendor-packages.ts';

const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

export interface UnpackedChromium {
  readonly executablePath: string;
  /** The system libraries that a bare machine may lack. */
  readonly libraries: string;
  /** The configuration of fontconfig that finds the fonts beside it. */
  readonly fontsConfig: string;
}

/**
 * Unpacks the Chromium of `@sparticuz/chromium` with its libraries and fonts into a folder beside its package.
 *
 * The package unpacks in place in the system's temporary folder and takes a half-written file for a whole one; here a
 * finished folder appears by rename, so concurrent first uses are safe.
 */
export async function unpackChromium(): Promise<UnpackedChromium> {
  const folder = await unpackOnce();
  return {
    executablePath: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fontsConfig: await configureFonts(join(folder, 'fonts')),
  };
}

async function unpackOnce(): Promise<string> {
  const packageFolder = join(dirname(resolveVendor('@sparticuz/chromium')), '..');
  const version = /"version": *"([^"]+)"/.exec(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  )?.[1];
  const cache = join(vendorFolder, 'node_modules', '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;

  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unpacking-'));
  try {
    await inflate(
      archives.map((name) => join(packageFolder, 'bin', name)),
      unfinished,
    );
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/**
 * The package's own configuration names folders that exist on no machine but the one that it was made for, and a
 * Chromium without any font aborts at its first text field. Written each time, because the repository may have moved.
 */
async function configureFonts(folder: string): Promise<string> {
  const path = join(folder, 'parley-fonts.conf');
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, fontsConfigFor(folder));
  await rename(unfinished, path);
  return path;
}

/** Names the unpacked fonts and the system's, where it has some. Fontconfig makes the cache when it first reads them. */
function fontsConfigFor(folder: string): string {
  const folders = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((each) => `  <dir>${escapeXml(each)}</dir>`).join('\n')}
  <cachedir>${escapeXml(join(folder, 'cache'))}</cachedir>
</fontconfig>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** In a process of its own, because the package takes its target from the environment. */
async function inflate(paths: readonly string[], target: string): Promise<void> {
  const program = `
    import { inflate } from '@sparticuz/chromium';
    await Promise.all(${JSON.stringify(paths)}.map((path) => inflate(path)));
  `;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: vendorFolder,
    env: { ...process.env, TMPDIR: target },
  });
}
