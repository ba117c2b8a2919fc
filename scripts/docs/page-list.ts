import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages in reading order, as `docs/pages.json` lists them. */
export interface PageList {
  readonly sections: readonly PageSection[];
}

export interface PageSection {
  readonly title: string;
  readonly for: 'partners' | 'operators';
  readonly pages: readonly ListedPage[];
}

export interface ListedPage {
  /** The file's name without `.md`, and the last part of its address. */
  readonly page: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
}

export function readPageList(root: string): PageList {
  const list: PageList = JSON.parse(readFileSync(join(root, 'docs', 'pages.json'), 'utf8'));
  return list;
}

/** A guide without what leads our own tools: comments, and what stands behind the language of a fence. */
export function forReaders(markdown: string): string {
  return markdown.replaceAll(/^<!--.*-->\n+/gm, '').replaceAll(/^(```\w+) .*$/gm, '$1');
}

export function readGuide(root: string, page: string): string {
  return readFileSync(join(root, 'docs', `${page}.md`), 'utf8');
}
