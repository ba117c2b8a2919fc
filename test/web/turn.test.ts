import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { Message } from '../../src/contract/resources.ts';
import { joinEarlier } from '../../src/web/chat/actions/join-earlier.ts';
import { groupTurns, type Turn } from '../../src/web/chat/state/turn.ts';

test('answers to the same question are versions of one turn, and the latest is shown', () => {
  const turns = groupTurns([
    question('q1', 'How?'),
    answer('a1', 'q1', 'So.'),
    answer('a2', 'q1', 'Rather so.'),
    question('q2', 'Why?'),
    answer('a3', 'q2', 'Because.'),
  ]);
  assert.deepEqual(turns.map(outline), [
    ['How?', ['So.', 'Rather so.'], 1],
    ['Why?', ['Because.'], 0],
  ]);
});

test('a question that has no answer yet is a turn of its own', () => {
  assert.deepEqual(groupTurns([question('q1', 'How?')]).map(outline), [['How?', [], 0]]);
});

test('a turn that a page break cut in two is one again when the earlier page arrives', () => {
  const shown = groupTurns([answer('a2', 'q1', 'Rather so.'), question('q2', 'Why?')]);
  const earlier = groupTurns([question('q1', 'How?'), answer('a1', 'q1', 'So.')]);
  assert.deepEqual(joinEarlier(earlier, shown).map(outline), [
    ['How?', ['So.', 'Rather so.'], 1],
    ['Why?', [], 0],
  ]);
});

function outline(turn: Turn): unknown[] {
  return [turn.question.value, turn.answers.value.map(({ content }) => content.value), turn.shown.value];
}

function question(uuid: string, content: string): Message {
  return { ...base, message_uuid: uuid, role: 'user', content, reply_to: null };
}

function answer(uuid: string, replyTo: string, content: string): Message {
  return { ...base, message_uuid: uuid, role: 'assistant', content, reply_to: replyTo };
}

const base = {
  status: 'complete',
  deep_dive: false,
  replaces: null,
  citations: null,
  links: null,
  feedback: null,
  created_at: '2026-11-21T12:00:00Z',
} as const;

export const breaks: readonly Break[] = [
  {
    rule: 'The latest answer of a question is shown first',
    file: 'src/web/chat/state/turn.ts',
    replace: 'Math.max(0, answers.length - 1)',
    by: '0 * answers.length',
  },
  {
    rule: 'A turn that a page of messages has cut in two is one again',
    file: 'src/web/chat/actions/join-earlier.ts',
    replace: 'last === undefined || last.uuid.value !== first.uuid.value',
    by: 'last === undefined || last.uuid.value !== null',
  },
];
