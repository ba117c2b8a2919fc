import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import type { ConversationChange } from '#core/conversations/conversation-store.ts';
import { listConversations } from '#core/conversations/list-conversations.ts';
import { updateConversation } from '#core/conversations/update-conversation.ts';
import type { Break } from '#test/break.ts';
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
    assert.deepEqual(await titles(), ['newer', 'older']);
  });

  it('changes what it is sent and nothing else, and needs one change at least', async () => {
    const { conversationId } = await world.answered({ title: 'first words' });
    const flags = async (change: ConversationChange) => {
      const { title, pinned, archived } = await update(conversationId, change);
      const { conversation } = await world.read(conversationId);
      assert.deepEqual(
        [conversation.title, conversation.pinned, conversation.archived],
        [title, pinned, archived],
      );
      return [title, pinned, archived];
    };
    assert.deepEqual(await flags({ pinned: true }), ['first words', true, false]);
    assert.deepEqual(await flags({ archived: true }), ['first words', true, true]);
    assert.deepEqual(await flags({ title: 'new', pinned: false }), ['new', false, true]);
    await assert.rejects(update(conversationId, {}), isInvalid('/title'));
    await assert.rejects(update('unknown', {}), isInvalid('/title'));
  });

  it('keeps a pinned conversation where it was in the list', async () => {
    const { conversationId } = await world.answered({ title: 'older' });
    await world.answered({ title: 'newer' });
    await update(conversationId, { pinned: true });
    assert.deepEqual(await titles(), ['newer', 'older']);
  });

  it('moves an archived conversation from one list to the other', async () => {
    const { conversationId } = await world.answered({ title: 'away' });
    await world.answered({ title: 'here' });
    await update(conversationId, { archived: true });
    assert.deepEqual(
      [await titles(), await titles('false'), await titles('true')],
      [['here'], ['here'], ['away']],
    );
    await update(conversationId, { archived: false });
    assert.deepEqual([await titles(), await titles('true')], [['here', 'away'], []]);
  });
});

function rename(conversationId: string, title: string) {
  return update(conversationId, { title });
}

function update(conversationId: string, change: ConversationChange) {
  return updateConversation(world.conversations, world.owner, conversationId, change);
}

async function titles(archived?: 'true' | 'false') {
  const { data } = await listConversations(world.conversations, world.owner, { archived });
  return data.map(({ title }) => title);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A change of a conversation leaves alone what it does not name',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'pinned = coalesce($5, c.pinned)',
    by: 'pinned = coalesce($5, false)',
  },
  {
    rule: 'A list leaves out what is archived',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: "listSql('not c.archived')",
    by: "listSql('true')",
  },
  {
    rule: 'A change of a conversation names at least one',
    file: 'src/core/conversations/update-conversation.ts',
    replace: 'if (title === undefined && pinned === undefined && archived === undefined)',
    by: 'if (pinned === null)',
  },
];
