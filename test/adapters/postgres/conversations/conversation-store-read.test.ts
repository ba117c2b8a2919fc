import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { openConversationWorld } from '#test/world/conversation-world.ts';
import { createClient, finishTurn, ownerIn, startTurn } from '#test/world/factories.ts';

const world = await openConversationWorld();

describe('a conversation', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('gives its newest messages first, each page oldest first', async () => {
    const { conversationId } = await world.answered({ prompt: 'one' }, 'ONE');
    await world.answered({ conversationId, prompt: 'two' }, 'TWO');
    const newest = await world.read(conversationId, { limit: 3, before: null });
    assert.deepEqual(
      newest.messages.map(({ content }) => content),
      ['ONE', 'two', 'TWO'],
    );
    const older = await world.read(conversationId, { limit: 3, before: newest.olderBefore });
    assert.deepEqual(
      older.messages.map(({ content }) => content),
      ['one'],
    );
    assert.equal(older.olderBefore, null);
  });

  it('shows an answer that runs with its text so far, under the id and at the place that it keeps', async () => {
    const turn = await world.running();
    await world.beat(turn.admission.processId, [
      piece(turn.turnId, 0, 'Half '),
      piece(turn.turnId, 5, 'way'),
    ]);
    const during = await world.read(turn.conversationId);
    assert.equal(during.activeTurnId, turn.turnId);
    assert.deepEqual(
      during.messages.map(({ id, status, content }) => ({ id, status, content })),
      [
        { id: turn.userMessageId, status: 'complete', content: 'A question' },
        { id: turn.messageId, status: 'streaming', content: 'Half way' },
      ],
    );
    assert.equal(during.messages[1]?.replyTo, turn.userMessageId);
    await finishTurn(world.turns, turn, 'Half way there', { flushed: true });
    const afterwards = await world.read(turn.conversationId);
    assert.equal(afterwards.activeTurnId, null);
    assert.equal(afterwards.messages.length, 2);
    assert.equal(afterwards.messages[1]?.id, turn.messageId);
    assert.equal(afterwards.messages[1]?.status, 'complete');
  });

  it('names the job that runs, else the first that waits, and leaves room for every answer', async () => {
    const first = await world.queued();
    const { conversationId } = first;
    const second = await world.queued({ conversationId });
    const waiting = await world.read(conversationId);
    assert.equal(waiting.activeTurnId, first.turnId);
    assert.deepEqual(
      waiting.messages.map(({ status }) => status),
      ['complete', 'streaming', 'complete', 'streaming'],
    );
    assert.deepEqual(
      waiting.messages.map(({ id }) => id),
      [first.userMessageId, first.messageId, second.userMessageId, second.messageId],
    );
    await world.turns.cancel(world.owner, first.turnId);
    assert.equal((await world.read(conversationId)).activeTurnId, second.turnId);
  });

  it('counts an answer that runs as a message of the page', async () => {
    const turn = await world.running();
    const page = await world.read(turn.conversationId, { limit: 1, before: null });
    assert.deepEqual(
      page.messages.map(({ id }) => id),
      [turn.messageId],
    );
    const older = await world.read(turn.conversationId, { limit: 1, before: page.olderBefore });
    assert.deepEqual(
      older.messages.map(({ id }) => id),
      [turn.userMessageId],
    );
  });

  it('gives texts back as they were, NUL and private characters included', async () => {
    const odd = 'a\0b \ue000 \ue0000 \u{1f600}';
    const { conversationId } = await world.answered({ title: odd }, odd);
    const page = await world.read(conversationId);
    assert.equal(page.conversation.title, odd);
    assert.equal(page.messages[1]?.content, odd);
  });

  it('reports the sizes of what a prompt is made of, newest first and without empty answers', async () => {
    const { conversationId } = await world.answered({ prompt: 'four' }, '€');
    const failed = await startTurn(world.turns, world.client, world.owner, {
      conversationId,
      prompt: 'sixsix',
    });
    await finishTurn(world.turns, failed, '', {
      state: 'failed',
      finishReason: 'error',
      errorCode: 'provider_error',
    });
    const { sizes, messages } = await world.read(conversationId);
    assert.deepEqual(
      sizes.map(({ role, bytes }) => `${role} ${bytes}`),
      ['user 6', 'assistant 3', 'user 4'],
    );
    assert.equal(messages.at(-1)?.status, 'failed');
  });

  it('is absent for every caller but its owner', async () => {
    const { conversationId } = await world.answered();
    const strangers = [ownerIn(world.client, 'user-2'), ownerIn(await createClient(world.database))];
    for (const stranger of strangers) {
      assert.equal(
        await world.conversations.read(stranger, conversationId, { limit: 1, before: null }),
        null,
      );
      assert.equal(
        await world.conversations.update(stranger, conversationId, { title: 'mine', pinned: true }),
        null,
      );
      assert.equal(await world.conversations.delete(stranger, conversationId), null);
      const rated = await world.conversations.rate(stranger, conversationId, null, {
        rating: 'up',
        comment: null,
      });
      assert.equal(rated.status, 'conversation_not_found');
    }
    const { conversation, messages } = await world.read(conversationId);
    assert.deepEqual([conversation.title, conversation.pinned], ['A title', false]);
    assert.equal(messages[1]?.feedback, null);
  });
});

function piece(turnId: string, byteOffset: number, text: string) {
  return { clientId: world.client.id, turnId, attempt: 1, byteOffset, text };
}
