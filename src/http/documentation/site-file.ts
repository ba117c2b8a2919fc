/**
 * The documentation as `scripts/build-docs.ts` writes it. It contains the addresses of the installation as their
 * defaults on port 8080 of localhost, which are replaced when it is served.
 */
export interface SiteFile {
  readonly guides: readonly NavigationGroup[];
  readonly reference: readonly ReferenceGroup[];
  /** In reading order. */
  readonly pages: readonly SitePage[];
  readonly entries: readonly SearchEntry[];
}

export interface NavigationGroup {
  readonly title: string;
  readonly for: 'partners' | 'operators';
  readonly pages: readonly NavigationLink[];
}

export interface NavigationLink {
  readonly address: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
}

export interface ReferenceGroup extends NavigationLink {
  readonly operations: readonly OperationLink[];
}

export interface OperationLink {
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

export type PageKind = 'home' | 'guide' | 'reference';

export interface SitePage extends NavigationLink {
  readonly kind: PageKind;
  /** The name of the part that the page belongs to. */
  readonly group: string;
  /** The article, with its heading. */
  readonly html: string;
  readonly headings: readonly PageHeading[];
  /** The same for programs. */
  readonly markdown: string;
}

export interface PageHeading {
  readonly id: string;
  readonly title: string;
  readonly level: 2 | 3;
}

/** A part of a page that a search can find. */
export interface SearchEntry {
  /** With the anchor. */
  readonly address: string;
  readonly page: string;
  readonly title: string;
  /** Other names that are as good as the title: a method and path, an operation, a code. */
  readonly names: readonly string[];
  readonly text: string;
}
