import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modifiedAt } from '../pages/modified-at.ts';

export interface PackageVersion {
  readonly version: string;
  /** As npm writes it into a lock file. */
  readonly integrity: string;
}

export interface PackageFile {
  readonly bytes: Buffer;
  readonly integrity: string;
}

interface Packages extends PackageVersion {
  /** This version and those of earlier releases. */
  readonly packages: readonly PackageVersion[];
}

/** The built packages of the client: `dist/sdk`. A new build is noticed without a restart. */
export class ClientPackages {
  readonly #folder: string;
  #read: { readonly builtAt: number; readonly packages: Packages } | null = null;
  #files = new Map<string, PackageFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null when nothing is built. */
  async list(): Promise<Packages | null> {
    const path = join(this.#folder, 'packages.json');
    const builtAt = await modifiedAt(path);
    if (builtAt === null) return null;
    if (this.#read?.builtAt !== builtAt) {
      const packages: Packages = JSON.parse(await readFile(path, 'utf8'));
      this.#read = { builtAt, packages };
      this.#files = new Map();
    }
    return this.#read.packages;
  }

  async current(): Promise<PackageFile | null> {
    const list = await this.list();
    return list && this.#file('parley-client.tgz', list.integrity);
  }

  /** The file of a listed version; no request can name another file. */
  async file(version: string): Promise<PackageFile | null> {
    const listed = (await this.list())?.packages.find((each) => each.version === version);
    return listed === undefined ? null : this.#file(`parley-client-${version}.tgz`, listed.integrity);
  }

  async #file(name: string, integrity: string): Promise<PackageFile> {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const file = { bytes: await readFile(join(this.#folder, name)), integrity };
    this.#files.set(name, file);
    return file;
  }
}
