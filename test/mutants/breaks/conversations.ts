import type { Break } from '../break.ts';

const statements = 'src/adapters/postgres/conversations/conversation-sql.ts';
const found = 'src/adapters/postgres/conversations/search-store.ts';
const reading = 'src/core/conversations/search-conversations.ts';
const search = ['test/core/conversations/search-conversations.test.ts'];
const windows = ['test/flows/answers/waiting-readers.test.ts'];
const update = ['test/core/conversations/update-conversation.test.ts'];

export const conversationBreaks: readonly Break[] = [
  {
    rule: 'A search reads once at a time for each owner',
    file: found,
    replace: 'await this.#reads.run(key, () => this.#database.query<SearchRow>(sql, values))',
    by: 'await this.#database.query<SearchRow>(sql, values)',
    tests: search,
  },
  {
    rule: 'A change of a conversation leaves alone what it does not name',
    file: statements,
    replace: 'pinned = coalesce($5, c.pinned)',
    by: 'pinned = coalesce($5, false)',
    tests: update,
  },
  {
    rule: 'Feedback locks its conversation first, as a deletion does',
    file: statements,
    replace: 'where ${owned} for no key update)',
    by: 'where ${owned})',
    tests: ['test/adapters/postgres/conversations/conversation-store-feedback.test.ts'],
  },
  {
    rule: 'A list leaves out what is archived',
    file: statements,
    replace: "listSql('not c.archived')",
    by: "listSql('true')",
    tests: update,
  },
  {
    rule: 'A change of a conversation names at least one',
    file: 'src/core/conversations/update-conversation.ts',
    replace: 'if (title === undefined && pinned === undefined && archived === undefined)',
    by: 'if (pinned === null)',
    tests: update,
  },
  {
    rule: 'A window waits for a conversation of its end user only',
    file: statements,
    replace: 'c.external_user_id = a.user_id and c.id = a.id',
    by: 'c.id = a.id',
    tests: windows,
  },
  {
    rule: 'A rating is a change for waiting windows',
    file: statements,
    replace: 'set revision = c.revision + 1 where',
    by: 'set revision = c.revision where',
    tests: windows,
  },
  {
    rule: 'The end of a turn is a change for waiting windows',
    file: 'src/core/conversations/conversation-watch.ts',
    replace: 'return look?.version !== version ||',
    by: 'return look === null ||',
    tests: windows,
  },
  {
    rule: 'The text of a running answer does not end the wait of a window',
    file: 'src/core/conversations/read-changes.ts',
    replace: '!states.matchesExcept(change)',
    by: '!states.has(whole)',
    tests: windows,
  },
  {
    rule: 'A waiting window is refused when its client is revoked',
    file: 'src/core/conversations/read-changes.ts',
    replace: 'if (last.clientVersion !== client.version) throw',
    by: 'if (last.clientVersion < 0) throw',
    tests: windows,
  },
  {
    rule: 'A client that has changed meanwhile is authenticated again',
    file: 'src/http/routing/route.ts',
    replace: "run(isFirst ? caller : await admit(request, 'current'))",
    by: 'run(isFirst ? caller : caller)',
    tests: windows,
  },
  {
    rule: 'A waiting window takes one of the places of its owner',
    file: 'src/core/conversations/read-changes.ts',
    replace: 'using _ = services.readers.enter(watched.owner);',
    by: '',
    tests: windows,
  },
  {
    rule: 'A stop waits for no window',
    file: 'src/app/create-http.ts',
    replace: 'changes[Symbol.dispose]();',
    by: '',
    tests: ['test/flows/answers/drain.test.ts'],
  },
  {
    rule: 'A search finds what has every word',
    file: found,
    replace: 'c.title !~ w.word and not exists (select',
    by: 'c.title !~ w.word and false and not exists (select',
    tests: search,
  },
  {
    rule: 'A search finds nothing that was set aside',
    file: found,
    replace: ' and not m.seq <@ c.set_aside`',
    by: '`',
    tests: search,
  },
  {
    rule: 'A search finds what belongs to its end user only',
    file: statements,
    replace: 'c.client_id = $1 and c.external_user_id = $2 and (c.last_message_at, c.id)',
    by: 'c.client_id = $1 and $2::text is not null and (c.last_message_at, c.id)',
    tests: search,
  },
  {
    rule: 'A search leads to the message with every word',
    file: found,
    replace: 'and h.is_hit and m.content ~ all ($8)',
    by: 'and h.is_hit and m.content ~ any ($8)',
    tests: search,
  },
  {
    rule: 'A search finds archived conversations, too',
    file: reading,
    replace: 'archived: request.archived === undefined ? null :',
    by: 'archived:',
    tests: search,
  },
  {
    rule: 'The searches of an end user that wait are limited',
    file: reading,
    replace: 'using _ = readers.enter(owner);',
    by: '',
    tests: [...search, 'test/flows/answers/waiting-readers.test.ts'],
  },
  {
    rule: 'A search reads for a limited time',
    file: reading,
    replace: 'readAt - startedAt + tookMs > searchMs',
    by: 'readAt < startedAt',
    tests: search,
  },
  {
    rule: 'A word of a search is the same composed or not',
    file: 'src/core/conversations/search-words.ts',
    replace: 'return parts.length > 1 ?',
    by: 'return parts.length > 99 ?',
    tests: ['test/core/conversations/search-words.test.ts'],
  },
];
