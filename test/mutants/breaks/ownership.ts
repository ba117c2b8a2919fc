import type { Break } from '../break.ts';

const others = ['test/flows/owners/other-owners.test.ts', 'test/flows/owners/ownership.test.ts'];
const conversations = 'src/adapters/postgres/conversations/conversation-sql.ts';

/** Each place that names the owner of a row, without the end user and without the client. */
export const ownershipBreaks: readonly Break[] = [
  {
    rule: 'A conversation is read, renamed and rated by its end user only',
    file: conversations,
    replace: "const owned = 'c.client_id = $1 and c.external_user_id = $2 and c.id = $3';",
    by: "const owned = 'c.client_id = $1 and $2::text is not null and c.id = $3';",
    tests: others,
  },
  {
    rule: 'A conversation is read, renamed and rated by its client only',
    file: conversations,
    replace: "const owned = 'c.client_id = $1 and",
    by: "const owned = '$1::integer is not null and",
    tests: others,
  },
  {
    rule: "A list has the end user's conversations only",
    file: conversations,
    replace: 'c.client_id = $1 and c.external_user_id = $2 and (c.last_message_at, c.id)',
    by: 'c.client_id = $1 and $2::text is not null and (c.last_message_at, c.id)',
    tests: others,
  },
  {
    rule: "A list has the client's conversations only",
    file: conversations,
    replace: 'c.client_id = $1 and c.external_user_id = $2 and (c.last_message_at, c.id)',
    by: '$1::integer is not null and c.external_user_id = $2 and (c.last_message_at, c.id)',
    tests: others,
  },
  {
    rule: 'A conversation is deleted by its end user only',
    file: 'database/functions/8-endings.sql',
    replace: 'where client_id = p_client and id = p_conversation and external_user_id = p_user;',
    by: 'where client_id = p_client and id = p_conversation;',
    tests: others,
  },
  {
    rule: 'The record of a turn is for its end user only',
    file: 'src/adapters/postgres/turns/turn-record.ts',
    replace: 'where t.client_id = $1 and t.external_user_id = $2 and t.id = $3',
    by: 'where t.client_id = $1 and $2::text is not null and t.id = $3',
    tests: others,
  },
  {
    rule: 'The record of a turn is for its client only',
    file: 'src/adapters/postgres/turns/turn-record.ts',
    replace: 'where t.client_id = $1 and t.external_user_id = $2 and t.id = $3',
    by: 'where $1::integer is not null and t.external_user_id = $2 and t.id = $3',
    tests: others,
  },
  {
    rule: 'The output of a turn is for its end user only',
    file: 'src/adapters/postgres/turns/turn-output.ts',
    replace: 'where t.client_id = $1 and t.external_user_id = $2 and t.id = $3',
    by: 'where t.client_id = $1 and $2::text is not null and t.id = $3',
    tests: ['test/adapters/postgres/database/owner-clauses.test.ts'],
  },
  {
    rule: 'The output of a turn is for its client only',
    file: 'src/adapters/postgres/turns/turn-output.ts',
    replace: 'where t.client_id = $1 and t.external_user_id = $2 and t.id = $3',
    by: 'where $1::integer is not null and t.external_user_id = $2 and t.id = $3',
    tests: ['test/adapters/postgres/database/owner-clauses.test.ts'],
  },
  {
    rule: 'A turn that runs in this process is stopped by its owner only',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'return live.turn.clientId === owner.clientId && live.turn.userId === owner.userId;',
    by: 'return live.turn.clientId === owner.clientId;',
    tests: ['test/flows/jobs/cancel.test.ts'],
  },
  {
    rule: 'With a token nothing but the token names the end user',
    file: 'src/http/session/request-identity.ts',
    replace: "if (caller.kind === 'hosted') return ownerOf(caller, caller.userId);",
    by: "if (caller.kind === 'hosted' && named.query === undefined) return ownerOf(caller, caller.userId);",
    tests: ['test/http/session/request-identity.test.ts'],
  },
  {
    rule: 'Two different end users in one request are a conflict',
    file: 'src/core/identity/agreed-user-id.ts',
    replace: 'if (other !== undefined) throw conflict(other.pointer);',
    by: '',
    tests: ['test/http/session/request-identity.test.ts', 'test/flows/openai/chat-completions.test.ts'],
  },
];

export const identityBreaks: readonly Break[] = [
  {
    rule: 'No spelling of the reserved prefix is an identity of a partner',
    file: 'src/core/identity/external-user-id.ts',
    replace: ".normalize('NFKC')",
    by: ".normalize('NFC')",
    tests: ['test/flows/owners/identities.test.ts'],
  },
  {
    rule: 'The reserved prefix is reserved in any case',
    file: 'src/core/identity/external-user-id.ts',
    replace: '.toLowerCase()',
    by: '.toString()',
    tests: ['test/flows/owners/identities.test.ts'],
  },
  {
    rule: 'An identity has at most 255 bytes',
    file: 'src/core/identity/external-user-id.ts',
    replace: 'Buffer.byteLength(value) > limits.externalUserIdBytes',
    by: 'value.length > limits.externalUserIdBytes',
    tests: ['test/flows/owners/identities.test.ts'],
  },
  {
    rule: 'An identity has no control characters',
    file: 'src/core/identity/external-user-id.ts',
    replace: '/\\p{Cc}/u.test(value)',
    by: "value.includes('\\0')",
    tests: ['test/flows/owners/identities.test.ts'],
  },
  {
    rule: 'A key has a checksum, and another last character makes another key',
    file: 'src/core/identity/api-key.ts',
    replace: 'return match?.[1] !== undefined && checksum(match[1]) === match[2];',
    by: 'return match?.[1] !== undefined;',
    tests: ['test/core/identity/api-key.test.ts'],
  },
  {
    rule: 'The key of a revoked client is refused',
    file: 'src/core/identity/authenticate.ts',
    replace: 'if (!client.enabled) throw errors.clientDisabled();',
    by: '',
    tests: ['test/flows/owners/revocation.test.ts'],
  },
  {
    rule: 'What is known of a client from memory is enough for admissions only',
    file: 'src/core/identity/authenticate.ts',
    replace: "if (isUsable && freshness === 'cached') return known.client;",
    by: 'if (isUsable) return known.client;',
    tests: ['test/flows/owners/revocation.test.ts'],
  },
  {
    rule: 'An admission is refused where the client has changed since it was read',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'return clientVersion === client.version && isCounted',
    by: 'return isCounted',
    tests: ['test/flows/owners/revocation.test.ts', 'test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A conversation of another end user is not found by an admission',
    file: 'src/core/turn/admission/admission-names.ts',
    replace: 'return `${clientId} ${conversationId} ${userId}`;',
    by: "return `${clientId} ${conversationId} ${userId === '' ? 1 : 0}`;",
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'An admission locks the conversations of its end user only',
    file: 'src/adapters/postgres/admissions/lock-statements.ts',
    replace: 'on v.client_id = a.client_id and v.id = a.id and v.external_user_id = a.user_id',
    by: "on v.client_id = a.client_id and v.id = a.id and a.user_id <> ''",
    tests: ['test/adapters/postgres/admissions/admission-store.test.ts'],
  },
  {
    rule: 'The list of agents says which may be asked for a Deep Dive',
    file: 'src/core/identity/agents.ts',
    replace: 'deep_dive: client.deepDiveEnabled,',
    by: 'deep_dive: true,',
    tests: ['test/flows/owners/ownership.test.ts'],
  },
];
