import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import type { ConversationList } from '#contract/resources.ts';
import { listConversations, listWithPinned } from '#core/conversations/list-conversations.ts';
import { updateConversation } from '#core/conversations/update-conversation.ts';
import type { Break } from '#test/break.ts';
import { isInvalid } from '#test/reading/refusals.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';
import { ownerIn } from '#test/world/factories.ts';

const world = await openConversationWorld();

describe('GET /conversations', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('leads from page to page by next_cursor', async () => {
    for (const title of ['one', 'two', 'three']) await world.answered({ title });
    const first = await listConversations(world.conversations, world.owner, { limit: 2 });
    assert.equal(first.has_more, true);
    const second = await listConversations(world.conversations, world.owner, {
      limit: 2,
      cursor: first.next_cursor ?? '',
    });
    assert.deepEqual(
      [...first.data, ...second.data].map(({ title }) => title),
      ['three', 'two', 'one'],
    );
    assert.equal(second.has_more, false);
    assert.equal(second.next_cursor, null);
  });

  it('gives a page what is pinned with the first of the list, however old, but nothing archived or of others', async () => {
    const old = await world.answered({ title: 'old' });
    await world.answered({ title: 'older page' });
    const away = await world.answered({ title: 'away' });
    const recent = await world.answered({ title: 'recent' });
    await world.answered({ title: 'newest' });
    for (const { conversationId } of [old, away, recent])
      await updateConversation(world.conversations, world.owner, conversationId, { pinned: true });
    await updateConversation(world.conversations, world.owner, away.conversationId, { archived: true });
    const first = await listWithPinned(world.conversations, world.owner, 2);
    const titles = ({ data }: ConversationList) => data.map(({ title }) => title);
    assert.deepEqual(titles(first), ['newest', 'recent', 'old']);
    const cursor = first.next_cursor ?? '';
    assert.deepEqual(titles(await listConversations(world.conversations, world.owner, { cursor })), [
      'older page',
      'old',
    ]);
    const other = ownerIn(world.client, 'user-2');
    assert.deepEqual(titles(await listWithPinned(world.conversations, other, 2)), []);
  });

  it('refuses an agent that cannot be', async () => {
    for (const agentSlug of ['', 'a b', 'a\0b', 'A']) {
      await assert.rejects(
        listConversations(world.conversations, world.owner, { agentSlug }),
        isInvalid('?agent_slug'),
      );
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What is pinned is there from the start, however old it is',
    file: 'src/core/conversations/list-conversations.ts',
    replace: '[...page.rows, ...older]',
    by: 'page.rows',
  },
];
