import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { Database } from '#adapters/postgres/database/database.ts';
import { searchableText } from '#core/knowledge/searchable-text.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';

it('A word is found whatever stands around it', async () => {
  await using testDatabase = await createTestDatabase();
  await using database = new Database({ connectionString: testDatabase.url });
  const around = fc.array(
    fc.constantFrom(
      ...['<script>', '</script>', '<style', '<!--', '-->', '<b', '</', '>', '=', '/', '&lt;', '&', '@', '"'],
      ...['http://', 'a@b', '\\', '..', '--', '’', '[1]', ' ', '\n', '1e5', '$$', "'"],
    ),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(around, around), { minLength: 1, maxLength: 20 }), async (pairs) => {
      const texts = pairs.map(([before, after]) =>
        searchableText(`${before.join('')} zorbulon ${after.join('')}`),
      );
      const lost = await database.query(
        `select t.text from unnest($1::text[]) t(text)
         where not exists (select from text_lexemes('english', t.text) l where l.lexeme = 'zorbulon')`,
        [texts],
      );
      assert.deepEqual(lost, []);
    }),
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'What stands behind markup is found',
    file: 'src/core/knowledge/searchable-text.ts',
    replace: '/[\\0<>]/g',
    by: '/\\0/g',
  },
];
