import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { messageQuery, readConversation } from '#core/conversations/read-conversation.ts';
import { unaskedProvider } from '#test/mock/unasked-provider.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';

const provider = unaskedProvider('alpha', [{ id: 'small', windowTokens: 100 }]);
const models = { providers: [provider], defaultModel: 'alpha/small', fallback: [] };

const world = await openConversationWorld();

describe('GET /conversations/{uuid}', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('leads to older messages by next_cursor', async () => {
    const { conversationId } = await world.answered({ prompt: 'old' });
    await world.answered({ conversationId, prompt: 'new' });
    const newest = await read(conversationId, { limit: 2 });
    assert.deepEqual(
      newest.messages.map(({ content }) => content),
      ['new', 'An answer'],
    );
    const older = await read(conversationId, { limit: 2, before: newest.next_cursor ?? '' });
    assert.deepEqual(
      older.messages.map(({ content }) => content),
      ['old', 'An answer'],
    );
    assert.equal(older.has_more, false);
  });

  it('counts the latest version of each answer into the context, up to the window', async () => {
    const { conversationId } = await world.answered({ prompt: 'x'.repeat(40) }, 'y'.repeat(200));
    assert.deepEqual((await read(conversationId)).context_usage, {
      used_tokens: 14 + 54,
      window_tokens: 100,
    });
    const retry = { conversationId, retry: true, deepDive: true, prompt: null };
    await world.answered(retry, 'z'.repeat(20));
    assert.equal((await read(conversationId)).context_usage.used_tokens, 14 + 9);
    await world.answered({ conversationId }, 'y'.repeat(4_000));
    assert.equal((await read(conversationId)).context_usage.used_tokens, 100);
  });
});

async function read(conversationId: string, request: { limit?: number; before?: string } = {}) {
  const { client, owner } = world;
  const query = messageQuery(request);
  return (await readConversation(world.conversations, models, client, owner, conversationId, query))
    .conversation;
}
