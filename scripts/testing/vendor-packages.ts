import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The package of what only tests use. Running the service does not install it. */
export const vendorFolder = join(import.meta.dirname, '..', '..', 'test', 'vendors');

const lock = join(vendorFolder, 'package-lock.json');
/** The lock file of what is installed, written when all of it is. */
const installed = join(vendorFolder, 'node_modules', '.installed-lock.json');

/** Installs the package where it is missing or another version of it is installed. Ends the process with what npm said where it fails. */
export function installVendors(): void {
  if (textOf(lock) === textOf(installed)) return;
  console.log('Installing what only the tests use (test/vendors)');
  const { status, stdout, stderr, error } = spawnSync('npm', ['ci', '--prefix', vendorFolder], {
    encoding: 'utf8',
    // Settings of the npm that runs this script would be those of the repository.
    cwd: vendorFolder,
  });
  if (status !== 0) {
    console.error(`npm ci --prefix test/vendors failed: ${error?.message ?? `${stdout}${stderr}`}`);
    process.exit(1);
  }
  copyFileSync(lock, installed);
}

/** The folder of one of its packages, by a file that the package exports. */
export function resolveVendor(specifier: string): string {
  return createRequire(join(vendorFolder, 'package.json')).resolve(specifier);
}

export function vendorProgram(name: string): string {
  return join(vendorFolder, 'node_modules', '.bin', name);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
