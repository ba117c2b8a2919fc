import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { storeDocument } from '#test/knowledge/store-document.ts';
import { insertClient } from '../../bench/support/admissions.ts';
import { fillConversations, fillQueue } from '../../bench/support/fill-tables.ts';
import { fillCorpus } from '../../bench/support/made-corpus.ts';

describe('tables that the bench fills', () => {
  test('have the counts of a queue that grew job by job', async () => {
    await using base = await createTestDatabase();
    await using database = new Database({ connectionString: base.url });
    await fillQueue(base.url, 5_000);
    const counts = await database.query(
      `select level, sum(queued)::int as queued
        from lanes l join lane_ranges r on r.lane = l.lane and r.epoch = l.epoch group by 1 order by 1`,
    );
    assert.deepEqual(
      counts,
      [1, 2, 3].map((level) => ({ level, queued: 5_000 })),
    );
    const [clients] = await database.query(`select count(*)::int as of, max(last_tag)::int as last
      from lanes l join lane_clients c on c.lane = l.lane and c.epoch = l.epoch`);
    assert.deepEqual(clients, { of: 1_000, last: 5 });
  });

  test('have the conversations of one user and of many', async () => {
    await using base = await createTestDatabase();
    await using database = new Database({ connectionString: base.url });
    await insertClient(database);
    await fillConversations(base.url, { user: 'reader', own: 3, others: 20 });
    const [counts] = await database.query(`select count(*)::int as all,
      count(*) filter (where external_user_id = 'reader')::int as own from conversations`);
    assert.deepEqual(counts, { all: 23, own: 3 });
  });

  test('have the postings of a corpus that was written chunk by chunk', async () => {
    await using base = await createTestDatabase();
    await using database = new Database({ connectionString: base.url });
    const corpus = { clientId: (await insertClient(database)).id, agentSlug: 'assistant' };
    await storeDocument(database, corpus, { id: 'first', chunks: ['text'] });
    await fillCorpus(base.url, { clientId: corpus.clientId, agent: 'assistant', chunks: 400 });
    const [counts] = await database.query(`select documents, chunks, length::int, bytes::int, next_chunk,
        (select count(*)::int from lexemes l where l.df <> (
          select count(*) from postings p where p.corpus = l.corpus and p.lexeme = l.lexeme)) as wrong,
        (select count(*)::int from (select lexeme from postings except select lexeme from lexemes) x) as uncounted,
        (select count(*)::int from postings p where not exists (
          select from chunks c where c.corpus = p.corpus and c.id = p.chunk)) as lost
      from corpora`);
    assert.deepEqual(counts, {
      ...{ documents: 3, chunks: 401, length: 40_002, bytes: 400_004, next_chunk: 402 },
      ...{ wrong: 0, uncounted: 0, lost: 0 },
    });
  });
});
