import type { Break } from '../../break.ts';

const completions = ['test/flows/openai/chat-completions.test.ts'];
const responses = ['test/flows/openai/responses.test.ts'];
const clients = ['test/flows/openai/clients.test.ts'];

export const responseBreaks: readonly Break[] = [
  {
    rule: 'A response is read by its owner',
    file: 'src/http/openai/responses.ts',
    replace: "const record = await findJob(services.turns, owner, uuidIn(params['response'], 'resp_'));",
    by: "const record = await findJob(services.turns, { ...owner, userId: 'user-1' }, uuidIn(params['response'], 'resp_'));",
    tests: responses,
  },
  {
    rule: 'The format of a response is text',
    file: 'src/core/openai/read-response.ts',
    replace: "if (format !== 'text')",
    by: "if (format === '')",
    tests: responses,
  },
];

export const openAiBreaks: readonly Break[] = [
  {
    rule: 'A key is compared with the conversation of a header',
    file: 'src/core/openai/checked-request.ts',
    replace: 'compared: { ...honoured, conversation },',
    by: 'compared: honoured,',
    tests: ['test/flows/answers/idempotency.test.ts'],
  },
  {
    rule: 'A parameter that is nested too deep is refused',
    file: 'src/core/openai/honoured-members.ts',
    replace: 'if (isDeeperThan(limits.nestedLevels, value)) {',
    by: 'if (isDeeperThan(1_000_000, value)) {',
    tests: responses,
  },
  {
    rule: 'A follow-up reads the last message only',
    file: 'src/core/openai/read-messages.ts',
    replace: 'if (isFollowUp && index < prompt && !isSystem(message)) continue;',
    by: '',
    tests: completions,
  },
  {
    rule: 'Two names of an end user must agree',
    file: 'src/core/identity/agreed-user-id.ts',
    replace: 'one.userId !== userId',
    by: 'named.length < 0',
    tests: completions,
  },
  {
    rule: 'A repetition does not join an answer that was deleted',
    file: 'src/core/jobs/read-job.ts',
    replace: 'if (!(await turns.hasConversation(owner, record.conversationId))) throw',
    by: 'if (!isUuid(record.conversationId)) throw',
    tests: ['test/flows/answers/idempotency.test.ts'],
  },
  {
    rule: 'A header that says nothing about the end user cannot name one',
    file: 'src/core/administration/client-checks.ts',
    replace: 'if (taken.has(name) || takenPrefix.test(name)) {',
    by: "if (name === 'cookie') {",
    tests: ['test/core/administration/client-checks.test.ts'],
  },
  {
    rule: 'An answer that was brought along is not rated',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'and m.turn_id is not null and m.content',
    by: 'and m.content',
    tests: completions,
  },
  {
    rule: 'Tokens that the provider did not count are estimated',
    file: 'src/core/openai/present-completion.ts',
    replace: 'output ?? tokensOfBytes(bytes.answered)',
    by: 'output ?? 0',
    tests: responses,
  },
  {
    rule: 'The key of a completion is none that a stream can have',
    file: 'src/http/openai/route-key.ts',
    replace: '}\\n$',
    by: '} $',
    tests: completions,
  },
  {
    rule: 'A late request is refused in the form of its path',
    file: 'src/http/server/unreadable.ts',
    replace: "owed?.req.url ?? ''",
    by: "''",
    tests: ['test/http/slow-request.test.ts'],
  },
  {
    rule: 'A refusal names the place that differs',
    file: 'src/core/openai/named-owner.ts',
    replace: 'agreedUserId(places, errors.identityConflict)',
    by: 'agreedUserId(places, () => errors.identityConflict())',
    tests: completions,
  },
  {
    rule: 'An answer that was cancelled is no fault of the service',
    file: 'src/contract/openai/errors.ts',
    replace: 'return 409;',
    by: 'return 503;',
    tests: responses,
  },
  {
    rule: 'A parameter that cannot be honoured is refused by name',
    file: 'src/core/openai/honoured-members.ts',
    replace: 'if (harmless.some((one) => isDeepStrictEqual(one, value))) return;',
    by: 'return;',
    tests: completions,
  },
  {
    rule: 'A completion without store is not listed',
    file: 'src/core/openai/checked-request.ts',
    replace: "return conversation === null ? 'unlisted' : null;",
    by: 'return conversation === null ? null : null;',
    tests: completions,
  },
  {
    rule: 'A list leaves out what is unlisted',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'and not exists (select from unlisted_conversations u',
    by: 'and true or exists (select from unlisted_conversations u',
    tests: completions,
  },
  {
    rule: 'An unlisted conversation that was touched is kept',
    file: 'src/adapters/postgres/people/retention-store.ts',
    replace: 'where found.ends_at <= now() and v.client_id',
    by: 'where v.client_id',
    tests: ['test/adapters/postgres/people/retention-store.test.ts'],
  },
  {
    rule: 'The turn comes behind the messages that it brings along',
    file: 'src/core/turn/admission/turn-to-store.ts',
    replace: '1 + request.imported.length',
    by: '1',
    tests: completions,
  },
  {
    rule: 'The key of a completion is not that of a stream',
    file: 'src/http/openai/route-key.ts',
    replace: 'key === null ? null :',
    by: 'true ? key :',
    tests: completions,
  },
  {
    rule: 'Clients are told not to repeat a final refusal',
    file: 'src/http/openai/refusal.ts',
    replace: "return isFinal ? { 'x-should-retry': 'false' } : {};",
    by: 'return {};',
    tests: [...completions, ...clients],
  },
  {
    rule: 'Clients are told not to repeat what was charged',
    file: 'src/http/openai/answer.ts',
    replace: "return sink.hasText || kind === 'cancelled' ? { 'x-should-retry': 'false' } : {};",
    by: "return kind === 'cancelled' ? { 'x-should-retry': 'false' } : {};",
    tests: [...completions, ...clients],
  },
  {
    rule: 'An answer that broke off has no end',
    file: 'src/http/streaming/stream-sink.ts',
    replace: 'this.response.socket?.end();',
    by: 'this.response.end();',
    tests: completions,
  },
  {
    rule: 'System messages are used as the setting says',
    file: 'src/core/openai/read-messages.ts',
    replace: "else if (mode === 'append') instructions",
    by: 'else instructions',
    tests: completions,
  },
];
