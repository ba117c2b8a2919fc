import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { listConversations } from '#core/conversations/list-conversations.ts';
import { renameConversation } from '#core/conversations/rename-conversation.ts';
import { isInvalid } from '#test/reading/refusals.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';

const world = await openConversationWorld();

describe('PATCH /conversations/{uuid}', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('takes 1 to 200 characters after trimming', async () => {
    const { conversationId } = await world.answered();
    const longest = '\u{1f600}'.repeat(200);
    assert.equal((await rename(conversationId, ` ${longest}\n`)).title, longest);
    assert.equal((await world.read(conversationId)).conversation.title, longest);
    for (const title of ['', ' \n ', `${longest}x`, 'a\0b', 'a\nb', 'a\u0085b', 'a\ud83d']) {
      await assert.rejects(rename(conversationId, title), isInvalid('/title'));
    }
  });

  it('leaves the place in the list alone', async () => {
    const { conversationId } = await world.answered();
    await world.answered({ title: 'newer' });
    await rename(conversationId, 'older');
    const { data } = await listConversations(world.conversations, world.owner, {});
    assert.deepEqual(
      data.map(({ title }) => title),
      ['newer', 'older'],
    );
  });
});

function rename(conversationId: string, title: string) {
  return renameConversation(world.conversations, world.owner, conversationId, title);
}
