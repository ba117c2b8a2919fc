import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import {
  Conversation,
  ConversationDeleted,
  ConversationList,
  ConversationRenamed,
  FeedbackSaved,
} from '#contract/resources.ts';
import { deleteConversation } from '#core/conversations/delete-conversation.ts';
import { listConversations } from '#core/conversations/list-conversations.ts';
import { rateAnswer } from '#core/conversations/rate-answer.ts';
import { messageQuery, readConversation } from '#core/conversations/read-conversation.ts';
import { searchConversations } from '#core/conversations/search-conversations.ts';
import { updateConversation } from '#core/conversations/update-conversation.ts';
import { ReaderSlots } from '#core/jobs/reader-slots.ts';
import { isRefusal } from '#test/reading/refusals.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';
import { answeredTurn, ownerIn } from '#test/world/factories.ts';

const models = { providers: [], defaultModel: null, fallback: [] };
const noTurns = { find: () => null };
const isNotFound = isRefusal('conversation_not_found');

const world = await openConversationWorld();

describe('every answer about conversations', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('has the shape of the contract and nothing beside it', async () => {
    const { conversationId } = await world.answered();
    await world.queued({ conversationId });
    const rated = await rateAnswer(world.conversations, world.owner, conversationId, {
      rating: 'down',
      comment: ' wrong ',
    });
    assertShape(FeedbackSaved, rated);
    assert.deepEqual(rated.feedback, { rating: 'down', comment: 'wrong' });
    assertShape(Conversation, await read(conversationId));
    assertShape(ConversationList, await listConversations(world.conversations, world.owner, {}));
    assertShape(
      ConversationList,
      await searchConversations({ search: world.search, readers: new ReaderSlots() }, world.owner, {
        q: 'title',
      }),
    );
    assertShape(
      ConversationRenamed,
      await updateConversation(world.conversations, world.owner, conversationId, { title: 'new' }),
    );
    assertShape(
      ConversationDeleted,
      await deleteConversation(world.conversations, noTurns, world.owner, conversationId),
    );
  });

  it('is the same 404 for an unknown, a foreign and a malformed uuid', async () => {
    const { conversationId } = await answeredTurn(world.turns, world.client, ownerIn(world.client, 'user-2'));
    const rating = { rating: 'up' } as const;
    for (const id of [randomUUID(), conversationId, 'not-a-uuid', `${conversationId}x`, '']) {
      await assert.rejects(read(id), isNotFound);
      await assert.rejects(
        updateConversation(world.conversations, world.owner, id, { title: 'mine' }),
        isNotFound,
      );
      await assert.rejects(rateAnswer(world.conversations, world.owner, id, rating), isNotFound);
      await assert.rejects(deleteConversation(world.conversations, noTurns, world.owner, id), isNotFound);
    }
  });
});

async function read(conversationId: string) {
  const { client, owner } = world;
  const query = messageQuery({});
  return (await readConversation(world.conversations, models, client, owner, conversationId, query))
    .conversation;
}

function assertShape(schema: TSchema, value: unknown): void {
  assert.deepEqual([...Value.Errors(schema, value)], []);
  // As serialised, so that differences that JSON would hide remain visible.
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
}
