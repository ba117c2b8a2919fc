import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { listConversations } from '#core/conversations/list-conversations.ts';
import { isInvalid } from '#test/reading/refusals.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';

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

  it('refuses an agent that cannot be', async () => {
    for (const agentSlug of ['', 'a b', 'a\0b', 'A']) {
      await assert.rejects(
        listConversations(world.conversations, world.owner, { agentSlug }),
        isInvalid('?agent_slug'),
      );
    }
  });
});
