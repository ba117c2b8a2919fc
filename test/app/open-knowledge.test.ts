import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { openKnowledge } from '#app/open-knowledge.ts';
import { findKnowledge } from '#core/knowledge/find-knowledge.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { storeDocument } from '#test/knowledge/store-document.ts';
import { createClient } from '#test/world/factories.ts';

/** A search for this word waits for a lock. */
const slowWord = 'slow';
const slowSearch = `
  create or replace function text_lexemes(p_language text, p_text text)
  returns table (lexeme text, tf smallint)
  language plpgsql as $$
  begin
    if p_text = '${slowWord}' then perform pg_advisory_xact_lock_shared(1); end if;
    return query select p_text, 1::smallint;
  end $$`;

describe('The search of turns in documents', () => {
  it('has a connection for others, however many slow questions one client asks', async () => {
    await using parts = new AsyncDisposableStack();
    const { url: connectionString } = parts.use(await createTestDatabase());
    const connect = (connections: number, limits = {}) =>
      parts.use(new Database({ connectionString, connections, ...limits }));
    const database = connect(2);
    const place = async () => ({ clientId: (await createClient(database)).id, agentSlug: 'assistant' });
    const [crowd, other] = [await place(), await place()];
    for (const corpus of [crowd, other]) await storeDocument(database, corpus, { id: 'a', chunks: ['text'] });
    await database.query(slowSearch);
    const { search, trialSearch, ...opened } = openKnowledge({ database, connect }, 'secret', assert.fail);
    parts.use(opened);
    const gate = connect(1);
    const more = { previous: null, facts: null, windows: [128_000] };
    for (const each of [search, trialSearch]) {
      await gate.query('select pg_advisory_lock(1)');
      const ask = async (corpus: typeof other, question: string) => {
        await findKnowledge(each, { corpus, question, ...more });
        return question;
      };
      const slow = Array.from({ length: 8 }, () => ask(crowd, slowWord).catch(() => 'given up'));
      assert.equal(await Promise.race([ask(other, 'quick'), ...slow]), 'quick');
      await gate.query('select pg_advisory_unlock(1)');
      await Promise.all(slow);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'One connection of the search in documents is left for other clients',
    file: 'src/app/open-knowledge.ts',
    replace: 'ofSender: connections - 1, inAll',
    by: 'ofSender: connections, inAll',
  },
];
