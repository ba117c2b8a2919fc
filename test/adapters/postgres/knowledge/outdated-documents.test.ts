import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresOutdatedDocuments } from '#adapters/postgres/knowledge/outdated-documents.ts';
import { checkDocuments } from '#app/doctor/check-documents.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { storeDocument } from '#test/knowledge/store-document.ts';
import { createClient } from '#test/world/factories.ts';

describe('Documents whose words another major version has found', () => {
  it('are read again from their text, one after the other, and the doctor counts them until then', async () => {
    await using testDatabase = await createTestDatabase();
    await using database = new Database({ connectionString: testDatabase.url });
    const place = { clientId: (await createClient(database)).id, agentSlug: 'assistant' };
    const outdated = new PostgresOutdatedDocuments(database);
    const detail = async () => {
      const finding = await checkDocuments(database);
      return typeof finding === 'string' ? finding : finding.detail;
    };
    const words = () =>
      database.query(
        `select p.lexeme, p.tf, p.length, l.df, c.body from postings p join chunks c on c.corpus = p.corpus and c.id = p.chunk
         join lexemes l on l.corpus = p.corpus and l.lexeme = p.lexeme order by c.document, c.n, p.lexeme`,
      );
    assert.equal(await detail(), 'none');
    for (const id of ['a', 'b'])
      await storeDocument(database, place, { id, chunks: ['red apples', 'green pears'] });
    const read = await words();
    assert.equal(await detail(), '2, read by this version of PostgreSQL');
    // As if that version had known of no endings.
    await database.query(`update postings set lexeme = 'apples' where lexeme = 'appl'`);
    await database.query(`update lexemes set lexeme = 'apples' where lexeme = 'appl'`);
    await database.query(`update chunks set lexemes = array_replace(lexemes, 'appl', 'apples')`);
    await database.query('update documents set server_version = 1');
    assert.match(await detail(), /^2 of 2 were read by another major version/);
    assert.equal(await outdated.readNext(), true);
    assert.match(await detail(), /^1 of 2 /);
    assert.equal(await outdated.readNext(), true);
    assert.equal(await outdated.readNext(), false);
    assert.deepEqual(await words(), read);
    assert.equal(await detail(), '2, read by this version of PostgreSQL');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What another version has read is read again',
    file: 'src/adapters/postgres/knowledge/outdated-documents.ts',
    replace: 'if (document === null || chunks.length === 0) return;',
    by: 'if (document === null || chunks.length >= 0) return;',
  },
  {
    rule: 'The doctor counts the documents that another version has read',
    file: 'src/app/doctor/check-documents.ts',
    replace: 'if (outdated === 0)',
    by: 'if (outdated <= all)',
  },
];
