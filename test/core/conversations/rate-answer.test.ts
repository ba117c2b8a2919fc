import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, describe, it } from 'node:test';
import { rateAnswer } from '#core/conversations/rate-answer.ts';
import { isInvalid } from '#test/reading/refusals.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';

const world = await openConversationWorld();

describe('POST /conversations/{uuid}/feedback', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('works when the quota is out', async () => {
    await world.startOver({ daily_limit: 1 });
    const { conversationId, messageId } = await world.answered();
    const saved = await rateAnswer(world.conversations, world.owner, conversationId, { rating: 'up' });
    assert.equal(saved.message_uuid, messageId);
    assert.deepEqual((await world.read(conversationId)).messages[1]?.feedback, {
      rating: 'up',
      comment: null,
    });
  });

  it('is 422 for a message that is no finished answer of the conversation', async () => {
    const { conversationId, userMessageId } = await world.answered();
    for (const messageId of [userMessageId, randomUUID(), 'not-a-uuid']) {
      const rating = rateAnswer(world.conversations, world.owner, conversationId, {
        rating: 'up',
        messageId,
      });
      await assert.rejects(rating, isInvalid('/message_uuid'));
    }
  });

  it('takes comments of up to 2,000 characters', async () => {
    const { conversationId } = await world.answered();
    const rate = (comment: string) =>
      rateAnswer(world.conversations, world.owner, conversationId, { rating: 'up', comment });
    const longest = '\u{1f600}'.repeat(2_000);
    assert.equal((await rate(longest)).feedback?.comment, longest);
    assert.equal((await rate('two\nlines')).feedback?.comment, 'two\nlines');
    assert.equal((await rate(' ')).feedback?.comment, null);
    for (const comment of [`${longest}x`, 'a\0b', 'a\ud83d']) {
      await assert.rejects(rate(comment), isInvalid('/comment'));
    }
  });
});
