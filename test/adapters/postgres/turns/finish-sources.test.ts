import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PostgresRetentionStore } from '#adapters/postgres/people/retention-store.ts';
import type { Citation, QuotedCitation } from '#contract/citations/citation.ts';
import { type AnswerSources, noSources } from '#core/citations/answer-sources.ts';
import type { Break } from '#test/break.ts';
import { type ConversationWorld, openConversationWorld } from '#test/world/conversation-world.ts';
import { finishTurn, type StartedTurn } from '#test/world/factories.ts';

const citation: QuotedCitation = {
  ...{ n: 1, source: 'client', document_id: 'prices', url: null, support: 'quoted' },
  title: 'Prices \0 and "more" \ue000',
  heading: 'Plans',
  quote: 'It costs 10 \\u0000 👋.',
};
const sources: AnswerSources = { citations: [citation], links: ['https://example.com/a?b="c"'] };

describe('What an answer rests on', () => {
  let world: ConversationWorld;
  before(async () => {
    world = await openConversationWorld();
  });
  beforeEach(() => world.startOver());
  after(() => world[Symbol.asyncDispose]());

  async function stored(turn: StartedTurn): Promise<Readonly<Record<string, AnswerSources | undefined>>> {
    const { messages } = await world.read(turn.conversationId);
    const output = await world.turns.readOutput(world.owner, turn.turnId, null, 0);
    const slice = await world.turns.readSlice(world.owner, turn.turnId, { attempt: 1, bytes: 0 });
    return { message: messages.at(-1)?.sources, output: output?.sources, slice: slice?.sources };
  }

  it('is stored with the end, as it is', async () => {
    const turn = await world.running();
    await finishTurn(world.turns, turn, 'It costs 10 [1].', { sources });
    assert.deepEqual(await stored(turn), { message: sources, output: sources, slice: sources });
  });

  it('is nothing where no document was looked at, and an empty list where none was found', async () => {
    const [without, empty] = [await world.running(), await world.running()];
    const none = { citations: [], links: [] };
    // Ends that come together share a statement.
    await Promise.all([
      finishTurn(world.turns, without, 'An answer'),
      finishTurn(world.turns, empty, 'An answer', { sources: none }),
    ]);
    assert.deepEqual((await stored(without))['message'], noSources);
    assert.deepEqual((await stored(empty))['message'], none);
  });

  it('is stored where another turn waits in the conversation, too', async () => {
    const turn = await world.running();
    const { conversationId } = turn;
    await world.queued({ conversationId });
    await finishTurn(world.turns, turn, 'It costs 10 [1].', { sources });
    const { messages } = await world.read(conversationId);
    assert.deepEqual(messages.find(({ id }) => id === turn.messageId)?.sources, sources);
  });

  it('makes a question of a complete answer without citations one that is unanswered, once', async () => {
    const none = { citations: [], links: [] };
    const ends = [
      { sources: none },
      { sources },
      { sources: none, state: 'cancelled', finishReason: 'cancelled' } as const,
      {},
    ];
    const turns = [];
    for (const end of ends) {
      const turn = await world.running();
      await finishTurn(world.turns, turn, 'An answer', end);
      turns.push(turn);
    }
    const rows = await world.database.query('select message_id from unanswered where client_id = $1', [
      world.client.id,
    ]);
    assert.deepEqual(rows, [{ message_id: turns[0]?.messageId }]);
  });

  /** Documents of the client, or the operator's, that are named alike. */
  async function storeDocument(owner: number | null, id: string): Promise<number> {
    const [corpus] = await world.database.query<{ id: number }>(
      `insert into corpora (owner, agent) values ($1, 'assistant')
       on conflict (owner, agent) do update set revision = corpora.revision returning id`,
      [owner],
    );
    await world.database.query(
      `insert into documents (corpus, id, title, language, bytes, chunks, sha256, sent_hash, server_version)
       values ($1, $2, 'Prices', 'english', 1, 1, '', '', 18) on conflict do nothing`,
      [corpus?.id, id],
    );
    return corpus?.id ?? 0;
  }
  const deleteDocument = (corpus: number, id: string) =>
    world.database.query('delete from documents where corpus = $1 and id = $2', [corpus, id]);
  const forget = async () => {
    const store = new PostgresRetentionStore(world.database);
    while (await store.forgetQuotes());
  };
  const inTwentySeconds = () =>
    world.database.query(`update deleted_documents set looked_at = looked_at - interval '21 seconds'`);
  const citationsOf = async ({ conversationId }: StartedTurn) =>
    (await world.read(conversationId)).messages.at(-1)?.sources.citations;
  const gone: Citation = { n: 1, document_id: 'prices', title: citation.title, deleted: true };

  it('has no quote of a document that was deleted, and keeps those of others', async () => {
    const corpus = await storeDocument(world.client.id, 'prices');
    await storeDocument(world.client.id, 'terms');
    await storeDocument(null, 'prices');
    const kept: readonly Citation[] = [
      { ...citation, n: 2, document_id: 'terms' },
      { ...citation, n: 3, source: 'operator' },
    ];
    const turns = [await world.running(), await world.running()];
    for (const turn of turns) {
      const citations = [citation, ...kept];
      await finishTurn(world.turns, turn, 'So [1][2][3].', { sources: { citations, links: [] } });
    }
    const ofOther = await world.running();
    await finishTurn(world.turns, ofOther, 'It costs 10 [1].', { sources });
    await world.database.query(`update cited set agent = 'helper' where conversation_id = $1`, [
      ofOther.conversationId,
    ]);
    const before = await world.read(turns[0]?.conversationId ?? '');
    await forget();
    await deleteDocument(corpus, 'prices');
    await world.database.query('select forget_quotes(1)');
    const first = (await Promise.all(turns.map(citationsOf))).map((citations) => citations?.[0]);
    assert.equal(first.filter((one) => one !== undefined && 'deleted' in one).length, 1);
    await forget();
    for (const turn of turns) assert.deepEqual(await citationsOf(turn), [gone, ...kept]);
    const after = await world.read(turns[0]?.conversationId ?? '');
    assert.notEqual(after.state.version, before.state.version);
    await inTwentySeconds();
    await forget();
    assert.deepEqual(await citationsOf(ofOther), [citation]);
    assert.equal(await world.countOf('cited'), 5);
    assert.deepEqual(await world.database.query('select from deleted_documents'), []);
  });

  it('keeps the quotes of a document that was stored once more under its id', async () => {
    const corpus = await storeDocument(world.client.id, 'prices');
    const [before, running] = [await world.running(), await world.running()];
    await finishTurn(world.turns, before, 'It costs 10 [1].', { sources });
    await deleteDocument(corpus, 'prices');
    await storeDocument(world.client.id, 'prices');
    const after = await world.running();
    for (const turn of [running, after]) await finishTurn(world.turns, turn, 'It costs 10 [1].', { sources });
    await forget();
    await inTwentySeconds();
    await forget();
    assert.deepEqual(await Promise.all([before, running, after].map(citationsOf)), [
      [gone],
      [gone],
      [citation],
    ]);
    assert.equal(await world.countOf('cited'), 1);
  });

  it('has no quote of a document that was deleted while its turn ran', async () => {
    const corpus = await storeDocument(world.client.id, 'prices');
    const turn = await world.running();
    await deleteDocument(corpus, 'prices');
    await forget();
    await finishTurn(world.turns, turn, 'It costs 10 [1].', { sources });
    await forget();
    assert.deepEqual(await citationsOf(turn), [gone]);
  });

  it('has no quote of a document that was deleted while its turn ran, and stored again', async () => {
    const corpus = await storeDocument(world.client.id, 'prices');
    const turn = await world.running();
    await deleteDocument(corpus, 'prices');
    await forget();
    await inTwentySeconds();
    await forget();
    await storeDocument(world.client.id, 'prices');
    await finishTurn(world.turns, turn, 'It costs 10 [1].', { sources });
    await forget();
    assert.deepEqual(await citationsOf(turn), [gone]);
  });

  it('has no quote of a document that was deleted while it was being stored', async () => {
    const corpus = await storeDocument(world.client.id, 'prices');
    const turn = await world.running();
    await finishTurn(world.turns, turn, 'It costs 10 [1].', { sources });
    const hidden = await world.database.query<{ row: string }>(
      'delete from cited c where client_id = $1 returning c::text as row',
      [world.client.id],
    );
    await deleteDocument(corpus, 'prices');
    await forget();
    // Only now others see what was stored before.
    await world.database.query('insert into cited select ($1::cited).*', [hidden[0]?.row]);
    await inTwentySeconds();
    await forget();
    assert.deepEqual(await citationsOf(turn), [gone]);
  });

  it('is not stored for an attempt that has ended before', async () => {
    const turn = await world.running();
    await finishTurn(world.turns, turn, 'An answer');
    await assert.rejects(finishTurn(world.turns, turn, 'It costs 10 [1].', { sources }));
    assert.deepEqual((await stored(turn))['message'], noSources);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What an answer rests on is stored with its end',
    file: 'src/adapters/postgres/turns/turn-finish.ts',
    replace: 'sources === null ? finishSql : finishSourcedSql',
    by: 'finishSql',
  },
  {
    rule: 'What an answer rests on is stored where turns wait behind it',
    file: 'src/adapters/postgres/turns/ending-statements.ts',
    replace: '...(sources === null ? [] :',
    by: '...(sources !== null ? [] :',
  },
  {
    rule: 'A late end does not change what the answer rests on',
    file: 'database/functions/15-citations.sql',
    replace: "and p_results[x.ordinality] = 'stored'",
    by: '',
  },
  {
    rule: 'Only a complete answer leaves its question unanswered',
    file: 'database/functions/15-citations.sql',
    replace: "where status = 'complete' and citations = '[]'",
    by: "where citations = '[]'",
  },
  {
    rule: 'The quotes of a deleted document are removed, and no others',
    file: 'database/functions/15-citations.sql',
    replace: "when e ->> 'document_id' = p_document and e ->> 'source' = p_source",
    by: "when e ->> 'document_id' = p_document",
  },
  {
    rule: 'What is quoted of a document that was stored under the id of a deleted one stays',
    file: 'database/functions/15-citations.sql',
    replace: 't.started_at > d.created_at',
    by: 'false',
  },
  {
    rule: 'A document that was deleted while the turn ran leaves no quote',
    file: 'database/functions/15-citations.sql',
    replace: 'where not exists (select from corpora c join documents d',
    by: 'where false and not exists (select from corpora c join documents d',
  },
  {
    rule: 'A document that was deleted and stored again while the turn ran leaves no quote',
    file: 'database/functions/15-citations.sql',
    replace: ' and d.created_at <= q.began_at',
    by: '',
  },
  {
    rule: 'A deleted document is looked for once more, a while later',
    file: 'database/functions/15-citations.sql',
    replace: '  if v_gone.looked_at is null then',
    by: '  if false then',
  },
  {
    rule: 'A conversation whose quotes were removed counts as changed',
    file: 'database/functions/15-citations.sql',
    replace: 'set revision = v.revision + 1',
    by: 'set revision = v.revision',
  },
  {
    rule: 'Nothing looked at is not the same as nothing found',
    file: 'database/functions/15-citations.sql',
    replace: "set citations = nullif(p_sources[x.ordinality] -> 'citations', 'null')",
    by: "set citations = nullif(p_sources[x.ordinality] -> 'citations', '[]')",
  },
  {
    rule: 'The quotes of a document are removed from so many answers at a time',
    file: 'database/functions/15-citations.sql',
    replace: '      limit p_count) c;',
    by: '      ) c;',
  },
  {
    rule: 'A document of one agent takes no quotes of another one of the same name',
    file: 'database/functions/15-citations.sql',
    replace: 'where c.agent = v_gone.agent and c.document',
    by: 'where c.document',
  },
];
