import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { Message } from '../../src/contract/resources.ts';
import { replay } from '../../src/web/chat/versions/replay.ts';

const none = {
  deep_dive: false,
  citations: null,
  links: null,
  feedback: null,
  created_at: '2026-11-01T00:00:00Z',
  status: 'complete',
} as const;

function asked(uuid: string, replaces: string | null = null): Message[] {
  const question = {
    ...none,
    message_uuid: uuid,
    role: 'user',
    content: uuid,
    reply_to: null,
    replaces,
  } as const;
  const answer = {
    ...none,
    message_uuid: `re ${uuid}`,
    role: 'assistant',
    content: `re ${uuid}`,
    reply_to: uuid,
    replaces: null,
  } as const;
  return [question, answer];
}

const contents = (versions: readonly (readonly Message[])[]) =>
  versions.map((messages) => messages.filter(({ role }) => role === 'user').map(({ content }) => content));

test('each version of a question comes with what followed it when it was replaced', () => {
  const messages = [
    ...asked('one'),
    ...asked('two'),
    ...asked('three'),
    ...asked('two b', 'two'),
    ...asked('four'),
    ...asked('two c', 'two b'),
  ];
  deepEqual(contents(replay(messages, 'two c')), [
    ['two', 'three'],
    ['two b', 'four'],
  ]);
});

test('an edit within a version is part of it, and versions of other questions are not', () => {
  const messages = [
    ...asked('one'),
    ...asked('two'),
    ...asked('two b', 'two'),
    ...asked('one b', 'one'),
    ...asked('five'),
    ...asked('five b', 'five'),
  ];
  deepEqual(contents(replay(messages, 'one b')), [['one', 'two b']]);
  deepEqual(contents(replay(messages, 'five b')), [['five']]);
});

export const breaks: readonly Break[] = [
  {
    rule: 'Each version of a question is shown with all that stood behind it',
    file: 'src/web/chat/versions/replay.ts',
    replace: 'standing.slice(place);',
    by: 'standing.slice(place, place + 2);',
  },
  {
    rule: 'A version of a question is not shown with what stood behind the one before',
    file: 'src/web/chat/versions/replay.ts',
    replace: 'standing = place < 0 ? [] : standing.slice(0, place);',
    by: '',
  },
  {
    rule: 'Versions of other questions are no versions of this one',
    file: 'src/web/chat/versions/replay.ts',
    replace: 'if (versions.has(message.message_uuid)) setAside',
    by: 'if (versions.size > 0) setAside',
  },
];
