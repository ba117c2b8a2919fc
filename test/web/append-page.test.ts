import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { ConversationSummary } from '../../src/contract/resources.ts';
import { appendPage } from '../../src/web/chat/state/append-page.ts';

test('a pinned conversation that came before its page of the list is listed once, in its place', () => {
  const first = [item('a'), item('b'), item('old')];
  const list = appendPage(first, [item('c'), item('old'), item('last')]);
  assert.deepEqual(
    list.map(({ title }) => title),
    ['a', 'b', 'c', 'old', 'last'],
  );
});

test('what is pinned and older than the page stays after it, so that all pinned rows keep their order', () => {
  const first = [item('a', 9), item('old', 4), item('oldest', 1)];
  const list = appendPage(first, [item('b', 5), item('old', 4)]);
  assert.deepEqual(
    list.map(({ title }) => title),
    ['a', 'b', 'old', 'oldest'],
  );
});

function item(title: string, day = 9): ConversationSummary {
  return {
    conversation_uuid: title,
    title,
    agent_slug: 'assistant',
    message_count: 2,
    pinned: title.startsWith('old'),
    archived: false,
    last_message_at: `2026-11-0${day}T12:00:00.000Z`,
    created_at: '2026-11-21T12:00:00Z',
    updated_at: '2026-11-21T12:00:00Z',
  };
}

export const breaks: readonly Break[] = [
  {
    rule: 'What is pinned is listed once when its page of the list arrives',
    file: 'src/web/chat/state/append-page.ts',
    replace: 'items.filter((item) => !read.has(item.conversation_uuid))',
    by: 'items',
  },
  {
    rule: 'What is pinned keeps its order while pages of the list arrive',
    file: 'src/web/chat/state/append-page.ts',
    replace: 'item.last_message_at < end',
    by: 'false',
  },
];
