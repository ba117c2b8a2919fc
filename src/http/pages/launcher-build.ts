import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modifiedAt } from './modified-at.ts';

export interface LauncherFile {
  readonly version: string;
  readonly bytes: Buffer;
  readonly brotli: Buffer | null;
}

/** The current launcher, with the value that a page that pins it puts into `integrity`. */
export interface CurrentLauncher {
  readonly version: string;
  readonly integrity: string;
}

/** The built launcher: `dist/launcher`. A new build is noticed without a restart. */
export class LauncherBuild {
  readonly #folder: string;
  #current: { readonly builtAt: number; readonly launcher: CurrentLauncher } | null = null;
  readonly #files = new Map<string, LauncherFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null when it is not built. */
  async current(): Promise<CurrentLauncher | null> {
    const path = join(this.#folder, 'launcher.json');
    const builtAt = await modifiedAt(path);
    if (builtAt === null) return null;
    if (this.#current?.builtAt !== builtAt) {
      const launcher: CurrentLauncher = JSON.parse(await readFile(path, 'utf8'));
      this.#current = { builtAt, launcher };
    }
    return this.#current.launcher;
  }

  /** Any version that was ever built here. */
  async file(version: string): Promise<LauncherFile | null> {
    const known = this.#files.get(version);
    if (known !== undefined || !/^[\w.-]{1,60}$/.test(version)) return known ?? null;
    const path = join(this.#folder, `${version}.js`);
    const [bytes, brotli] = await Promise.all([readIfThere(path), readIfThere(`${path}.br`)]);
    if (bytes === null) return null;
    const file = { version, bytes, brotli };
    this.#files.set(version, file);
    return file;
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch(() => null);
}
