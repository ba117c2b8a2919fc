import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { findTypeErrors, repository } from '../sdk/type-check.ts';

/** Each is one line of a page. */
const right = [
  "call('getOverview', {}).answer?.near_limit",
  "call('updateClient', { params: { slug: 'acme' }, body: { daily_limit: 7 } })",
  "call('listUsers', { params: { slug: 'acme' }, query: { limit: 50, q: undefined } }).answer?.data[0]?.email",
  "call('exportUserData', { params: { slug: 'acme' }, query: { external_user_id: 'u' } }).answer?.trimEnd()",
  "call('revokeClient', { params: { slug: 'acme' } })",
  "own('deleteWebhook', { params: { webhook: 'w' } })",
  "chat('getConversation', { params: { uuid: 'c' }, query: { limit: 1, wait: null } }).answer?.title",
  "chat('saveFeedback', { params: { uuid: 'c' }, body: { rating: null, message_uuid: 'm' } })",
  "callSession('setLanguage', { body: { language: 'de' } })",
];
const wrong: Readonly<Record<string, string>> = {
  'an unknown operation': "call('getOverviews', {})",
  'an operation of another page': "own('listClients', {})",
  'a missing parameter': "call('cancelTurn', { params: { client: 'acme' } })",
  'a parameter that the path does not have': "call('getOverview', { params: { slug: 'acme' } })",
  'a misspelt member of a body':
    "call('updateClient', { params: { slug: 'acme' }, body: { daily_limits: 7 } })",
  'a member that is only read':
    "call('updateClient', { params: { slug: 'acme' }, body: { key_prefix: 'x' } })",
  'a misspelt member of a query': "call('listUsers', { params: { slug: 'acme' }, query: { limits: 50 } })",
  'a missing query': "call('getEndUser', { params: { slug: 'acme' } })",
  'a missing body': "call('createClient', {})",
  'a body where there is none': "call('revokeClient', { params: { slug: 'acme' }, body: { now: true } })",
  'an operation that the chat page does not use': "chat('getJob', { params: { uuid: 'j' } })",
  'a value that a body does not take':
    "chat('saveFeedback', { params: { uuid: 'c' }, body: { rating: 'like' } })",
  'an operation of another root': "callSession('getUsage', {})",
  'a member that no answer has': "call('createClient', { body: { slug: 'acme' } }).answer?.apiKey",
};

describe('A call that the contract does not know does not compile', () => {
  let messages: ReadonlyMap<number, string>;
  before(() => {
    const folder = makeFolder('parley-calls-');
    try {
      messages = compile(folder, [...right, ...Object.values(wrong)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('right calls compile, with the tables of routes', () => {
    assert.equal(messages.get(-1), undefined);
    for (const [index, text] of right.entries()) assert.equal(messages.get(index), undefined, text);
  });

  for (const [index, what] of Object.keys(wrong).entries()) {
    test(`${what} is refused`, () => assert.match(messages.get(right.length + index) ?? '', /error TS/));
  }
});

/** The compiler's message about each line that has one; -1 stands for every other file. */
function compile(folder: string, lines: readonly string[]): ReadonlyMap<number, string> {
  const page = join(folder, 'page.ts');
  const pages = join(repository, 'src/web');
  const head = `import { call } from '${pages}/console/state/call.ts'; import { call as own } from '${pages}/account/state/account-client.ts'; import { call as chat } from '${pages}/chat/state/call.ts'; import { callSession } from '${pages}/shared/api/call-session.ts';`;
  writeFileSync(page, [head, ...lines.map((line) => `${line};`)].join('\n'));
  const project = { extends: join(pages, 'tsconfig.json'), include: [page] };
  const found = findTypeErrors({ ...project, compilerOptions: { types: [] } }).split('\n');
  return new Map(
    found
      .filter((line) => /^\S.*: error TS/.test(line))
      .map((line) => [Number(/page\.ts\((\d+),/.exec(line)?.[1] ?? 1) - 2, line]),
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'A call without a parameter of its path does not compile',
    file: 'src/client/call.ts',
    replace: 'readonly [N in ParamName<Path>]: string',
    by: 'readonly [N in ParamName<Path>]?: string',
  },
  {
    rule: 'A member that a body does not have does not compile',
    file: 'src/client/call.ts',
    replace: ': { readonly body: Static<',
    by: ': { readonly body: object } | { readonly body: Static<',
  },
  {
    rule: 'The answer of a call is that of its row',
    file: 'src/client/call.ts',
    replace: 'Answer extends TObject\n  ? Static<Answer>',
    by: 'Answer extends TObject\n  ? { readonly [name: string]: Static<Answer> }',
  },
  {
    rule: 'The written routes are those of the rows',
    file: 'src/client/routes/console-routes.ts',
    replace: "getOverview: ['GET', '/overview'],",
    by: "getOverview: ['GET', '/overviews'],",
  },
  {
    rule: 'The written routes of the chat page are those of the rows',
    file: 'src/client/routes/chat-routes.ts',
    replace: "getUsage: ['GET', '/usage'],",
    by: "getUsage: ['GET', '/usages'],",
  },
];
