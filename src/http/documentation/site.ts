import { readFile } from 'node:fs/promises';
import { modifiedAt } from '../pages/modified-at.ts';
import { SearchIndex } from './search-index.ts';
import type { SiteFile, SitePage } from './site-file.ts';

/** The documentation as it was built, with the addresses of this installation. */
export interface Site {
  readonly builtAt: number;
  readonly file: SiteFile;
  readonly pages: ReadonlyMap<string, SitePage>;
  readonly index: SearchIndex;
}

/** Reads `dist/docs/site.json`. A new build is noticed without a restart. */
export class SiteReader {
  readonly #path: string;
  readonly #localize: (text: string) => string;
  #site: Promise<Site> | null = null;
  #builtAt: number | null = null;

  /** `localize` replaces the default addresses in JSON text. */
  constructor(path: string, localize: (text: string) => string) {
    this.#path = path;
    this.#localize = localize;
  }

  /** Null when the documentation is not built. */
  async read(): Promise<Site | null> {
    const builtAt = await modifiedAt(this.#path);
    if (builtAt === null) return null;
    if (this.#site === null || builtAt !== this.#builtAt) {
      this.#builtAt = builtAt;
      this.#site = this.#load(builtAt);
    }
    return this.#site;
  }

  async #load(builtAt: number): Promise<Site> {
    const file: SiteFile = JSON.parse(this.#localize(await readFile(this.#path, 'utf8')));
    const pages = new Map(file.pages.map((page) => [page.address, page]));
    return { builtAt, file, pages, index: new SearchIndex(file.entries) };
  }
}
