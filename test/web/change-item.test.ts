import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { ConversationSummary } from '../../src/contract/resources.ts';
import { changeItem } from '../../src/web/chat/state/change-item.ts';

test('a change that says nothing new leaves the list as it is, so that no row is drawn again', () => {
  const list = [summary('a', 'First'), summary('b', 'Second')];
  equal(changeItem(list, 'b', { title: 'Second', pinned: false, archived: false }), list);
  const changed = changeItem(list, 'b', { title: 'Second', pinned: true });
  deepEqual(changed, [list[0], { ...list[1], pinned: true }]);
  equal(changed[0], list[0]);
});

function summary(uuid: string, title: string): ConversationSummary {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    conversation_uuid: uuid,
    title,
    agent_slug: 'assistant',
    message_count: 2,
    pinned: false,
    archived: false,
    last_message_at: at,
    created_at: at,
    updated_at: at,
  };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A look at a conversation that has not changed draws no list again',
    file: 'src/web/chat/state/change-item.ts',
    replace: ' && !agrees(item, change)',
    by: '',
  },
];
