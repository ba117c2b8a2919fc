import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { createTestDatabase } from '#test/database/test-database.ts';
import { dumpSchema } from '../../../../scripts/schema/dump-schema.ts';

it('database/schema.sql is what the migrations and functions add up to: `npm run schema` writes it', async () => {
  await using database = await createTestDatabase();
  const written = await readFile(join(import.meta.dirname, '../../../../database/schema.sql'), 'utf8');
  assert.equal(await dumpSchema(database.url), written);
});
