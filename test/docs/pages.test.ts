import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { docsFolder } from './guide-blocks.ts';

interface PageList {
  readonly sections: readonly {
    readonly title: string;
    readonly for: string;
    readonly pages: readonly { readonly page: string; readonly title: string; readonly about: string }[];
  }[];
}

const { sections }: PageList = JSON.parse(readFileSync(join(docsFolder, 'pages.json'), 'utf8'));

test('docs/pages.json lists every page once', () => {
  const listed = sections.flatMap(({ pages }) => pages.map(({ page }) => page));
  const written = globSync('*.md', { cwd: docsFolder }).map((name) => basename(name, '.md'));
  assert.deepEqual(listed.toSorted(), written.toSorted());
});

test('a page has a title of its own and says in one line what it is about', () => {
  const pages = sections.flatMap((section) => section.pages);
  assert.equal(new Set(pages.map(({ title }) => title)).size, pages.length);
  for (const { page, title, about } of pages) {
    assert.ok(title.length > 0 && title.length <= 32, page);
    assert.match(about, /^[A-Za-z].{10,110}\.$/, page);
  }
});

test('a section is for partners or for operators', () => {
  for (const section of sections) assert.match(section.for, /^(?:partners|operators)$/, section.title);
});
