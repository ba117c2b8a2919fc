import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { PostgresConversationStore } from '#adapters/postgres/conversations/conversation-store.ts';
import type { Feedback } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';
import { finishTurn, startTurn } from '#test/world/factories.ts';

const world = await openConversationWorld();

describe('feedback', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  const up = { rating: 'up', comment: null } as const;

  it('goes to the last answer when none is named, and a second one replaces the first', async () => {
    const first = await world.answered();
    const second = await world.answered({ conversationId: first.conversationId });
    assert.deepEqual(await rate(first.conversationId, null, { rating: 'down', comment: 'a\0b' }), {
      status: 'saved',
      messageId: second.messageId,
    });
    assert.deepEqual(await feedbackOf(first.conversationId), [null, { rating: 'down', comment: 'a\0b' }]);
    await rate(first.conversationId, null, up);
    assert.deepEqual(await feedbackOf(first.conversationId), [null, up]);
    await rate(first.conversationId, null, null);
    assert.deepEqual(await feedbackOf(first.conversationId), [null, null]);
  });

  it('goes to the answer that is named', async () => {
    const first = await world.answered();
    await world.answered({ conversationId: first.conversationId });
    assert.equal((await rate(first.conversationId, first.messageId, up)).status, 'saved');
    assert.deepEqual(await feedbackOf(first.conversationId), [up, null]);
  });

  it('is for finished answers with text only', async () => {
    const first = await world.answered();
    const { conversationId } = first;
    const elsewhere = await world.answered();
    const failed = await startTurn(world.turns, world.client, world.owner, { conversationId });
    await finishTurn(world.turns, failed, '', { state: 'failed', finishReason: 'error' });
    const running = await startTurn(world.turns, world.client, world.owner, { conversationId });
    for (const id of [first.userMessageId, failed.messageId, running.messageId, elsewhere.messageId]) {
      assert.deepEqual(await rate(conversationId, id, up), { status: 'message_not_found' });
    }
    assert.deepEqual(await rate(conversationId, null, up), { status: 'saved', messageId: first.messageId });
  });

  it('is refused when the conversation is deleted at the same moment', async () => {
    const { conversationId, messageId } = await world.answered();
    let rating: ReturnType<typeof rate> | undefined;
    await world.database.transaction(async (transaction) => {
      await transaction.query('select from conversations where id = $1 for update', [conversationId]);
      rating = rate(conversationId, messageId, up);
      await untilOneWaits(world.database, rating);
      const deleted = await new PostgresConversationStore(transaction).delete(world.owner, conversationId);
      assert.deepEqual(deleted, []);
    });
    assert.deepEqual(await rating, { status: 'conversation_not_found' });
  });

  it('is not found in a conversation without an answer', async () => {
    const { conversationId } = await world.running();
    assert.deepEqual(await rate(conversationId, null, up), { status: 'message_not_found' });
  });
});

function rate(conversationId: string, messageId: string | null, feedback: Feedback | null) {
  return world.conversations.rate(world.owner, conversationId, messageId, feedback);
}

async function feedbackOf(conversationId: string) {
  const { messages } = await world.read(conversationId);
  return messages.filter(({ role }) => role === 'assistant').map(({ feedback }) => feedback);
}

export const breaks: readonly Break[] = [
  {
    rule: 'Feedback locks its conversation first, as a deletion does',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'where ${owned} for no key update)',
    by: 'where ${owned})',
  },
];
