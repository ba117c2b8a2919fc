import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { parseSync, Visitor } from 'vite';
import type { Language } from '#contract/languages/languages.ts';

const folder = join(import.meta.dirname, '../../../dist/web');

/** Sends the built catalogues of a language with every word of them between `⟦` and `⟧`. */
export async function markWords(page: Page, language: Language): Promise<void> {
  const manifest: Readonly<Record<string, { file: string; imports?: string[] }>> = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  );
  const own = Object.entries(manifest).filter(([name]) => name.startsWith(`locales/${language}/`));
  const shared = own.flatMap(([, { imports = [] }]) => imports.filter((name) => name.startsWith('_common-')));
  for (const file of new Set([
    ...own.map(([, chunk]) => chunk.file),
    ...shared.flatMap((name) => manifest[name]?.file ?? []),
  ])) {
    const body = marked(await readFile(join(folder, file), 'utf8'));
    await page.route(`**/assets/${file}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  }
}

/** Words are the texts that are neither names of members nor what calls and comparisons are given. */
export function marked(code: string): string {
  const words: { readonly start: number; readonly end: number }[] = [];
  const others = new Set<number>();
  new Visitor({
    ImportDeclaration: ({ source }) => void others.add(source.start),
    ImportExpression: ({ source }) => void others.add(source.start),
    BinaryExpression({ left, right }) {
      others.add(left.start).add(right.start);
    },
    CallExpression({ arguments: given }) {
      for (const one of given) others.add(one.start);
    },
    Property: ({ key }) => void others.add(key.start),
    Literal({ value, start, end }) {
      if (typeof value === 'string' && !others.has(start)) words.push({ start: start + 1, end: end - 1 });
    },
    TemplateLiteral({ start, quasis }) {
      if (!others.has(start)) words.push(...quasis.filter((part) => part.end > part.start));
    },
  }).visit(parseSync('catalogue.js', code).program);
  let result = code;
  for (const { start, end } of words.toSorted((one, other) => other.start - one.start)) {
    result = `${result.slice(0, start)}⟦${result.slice(start, end)}⟧${result.slice(end)}`;
  }
  return result;
}
