import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Language } from '#contract/languages/languages.ts';
import { modifiedAt } from './modified-at.ts';
import { plainText } from './not-found-page.ts';

/** The files of a page, as paths on its own host. */
export interface PageAssets {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly preloads: readonly string[];
}

export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly brotli: Buffer | null;
}

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** An installation for production lacks the tools of the build. */
export const buildCommand = 'npm ci --include=dev && npm run build';

export const notBuilt = `The pages are not built. Run: ${buildCommand}`;

export function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return plainText(reply, 503, `${notBuilt}\n`);
}

/** The built pages: `dist/web` with Vite's manifest. A new build is noticed without a restart. */
export class WebBuild {
  readonly #folder: string;
  #manifest: { readonly builtAt: number; readonly chunks: Manifest } | null = null;
  #assets = new Map<string, Promise<Asset | null>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async isBuilt(): Promise<boolean> {
    return (await this.#read()) !== null;
  }

  /**
   * The files of the page in `src/web/<page>`, with its words in one language; null when the pages are not built.
   */
  async page(page: string, language: Language = 'en'): Promise<PageAssets | null> {
    const chunks = await this.#read();
    const entry = chunks?.[`src/web/${page}/main.tsx`];
    if (chunks === null || entry === undefined) return null;
    const words = catalogueOf(page, language).flatMap((path) => chunks[path] ?? []);
    const all = withImports(chunks, [entry, ...words]);
    const address = (file: string) => `/assets/${file}`;
    return {
      styles: [...new Set(all.flatMap(({ css }) => css ?? []))].map(address),
      scripts: [address(entry.file)],
      preloads: all.filter((chunk) => chunk !== entry).map(({ file }) => address(file)),
    };
  }

  /** A built file by its name, which holds a hash of its content. */
  asset(name: string): Promise<Asset | null> {
    let asset = this.#assets.get(name);
    if (asset === undefined) {
      asset = this.#load(name);
      this.#assets.set(name, asset);
      // Only existing files are cached, because a request can invent any name.
      void asset.then(
        (found) => found ?? this.#assets.delete(name),
        () => this.#assets.delete(name),
      );
    }
    return asset;
  }

  async #load(name: string): Promise<Asset | null> {
    const type = types[/-[\w-]{8,}\.([a-z0-9]+)$/.exec(name)?.[1] ?? ''];
    if (type === undefined) return null;
    const files = await readdir(this.#folder).catch((): string[] => []);
    if (!files.includes(name)) return null;
    const path = join(this.#folder, name);
    const brotli = files.includes(`${name}.br`) ? await readFile(`${path}.br`) : null;
    return { type, bytes: await readFile(path), brotli };
  }

  async #read(): Promise<Manifest | null> {
    const path = join(this.#folder, 'manifest.json');
    const builtAt = await modifiedAt(path);
    if (builtAt === null) return null;
    if (this.#manifest?.builtAt !== builtAt) {
      const chunks: Manifest = JSON.parse(await readFile(path, 'utf8'));
      this.#manifest = { builtAt, chunks };
      this.#assets = new Map();
    }
    return this.#manifest.chunks;
  }
}

/** A page asks for its words by a dynamic import, which is too late for a preload to be of use unless it is here. */
function catalogueOf(page: string, language: Language): readonly string[] {
  if (page === 'account') return [`locales/${language}/account/account.ts`];
  if (page === 'chat') return [`locales/${language}/chat.ts`];
  return [];
}

/** What is wanted and everything that it needs at once, without duplicates. */
function withImports(chunks: Manifest, wanted: readonly Chunk[]): readonly Chunk[] {
  const found = new Set<Chunk>();
  const visit = (chunk: Chunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports ?? []) visit(chunks[name]);
  };
  for (const chunk of wanted) visit(chunk);
  return [...found];
}
