import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { QuotedCitation } from '#contract/citations/citation.ts';
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
    rule: 'Nothing looked at is not the same as nothing found',
    file: 'database/functions/15-citations.sql',
    replace: "set citations = nullif(p_sources[x.ordinality] -> 'citations', 'null')",
    by: "set citations = nullif(p_sources[x.ordinality] -> 'citations', '[]')",
  },
];
