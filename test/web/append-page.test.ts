import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConversationSummary } from '../../src/contract/resources.ts';
import { appendPage } from '../../src/web/chat/state/append-page.ts';

test('a pinned conversation that came before its page of the list is listed once, in its place', () => {
  const first = [item('a'), item('b'), item('old')];
  const list = appendPage(first, [item('c'), item('old'), item('older')]);
  assert.deepEqual(
    list.map(({ title }) => title),
    ['a', 'b', 'c', 'old', 'older'],
  );
});

function item(title: string): ConversationSummary {
  return {
    conversation_uuid: title,
    title,
    agent_slug: 'assistant',
    message_count: 2,
    pinned: title === 'old',
    archived: false,
    last_message_at: '2026-11-21T12:00:00Z',
    created_at: '2026-11-21T12:00:00Z',
    updated_at: '2026-11-21T12:00:00Z',
  };
}
