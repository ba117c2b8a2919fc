import type { Break } from '../break.ts';

const tokens = 'src/core/identity/session-token.ts';
const matrix = ['test/flows/owners/credential-matrix.test.ts'];
const chat = ['test/flows/hosted/chat.test.ts'];

export const tokenBreaks: readonly Break[] = [
  {
    rule: 'a session is not watched for an answer that has closed',
    file: 'src/http/session/session-watch.ts',
    replace: 'if (response.destroyed) return;',
    by: '',
    tests: ['test/http/session/session-watch.test.ts'],
  },
  {
    rule: 'A token that a partner minted and a login do not stand in for each other',
    file: tokens,
    replace: 'if (typ !== kind || typeof sub',
    by: 'if (typeof sub',
    tests: matrix,
  },
  {
    rule: 'The subject of a token is a text',
    file: tokens,
    replace: "typeof sub !== 'string'",
    by: 'sub === undefined',
    tests: ['test/core/identity/session-token.test.ts'],
  },
  {
    rule: 'The id of a token is a text',
    file: tokens,
    replace: "typeof jti !== 'string'",
    by: 'jti === undefined',
    tests: ['test/core/identity/session-token.test.ts'],
  },
  {
    rule: 'Pages of other hosts read nothing with the cookie of a tenant',
    file: 'src/http/session/session-authentication.ts',
    replace: 'requireOwnRead(request);',
    by: 'void requireOwnRead;',
    tests: ['test/flows/hosted/own.test.ts'],
  },
  {
    rule: 'Exports are files',
    file: 'src/http/streaming/send-lines.ts',
    replace: '`attachment; filename',
    by: '`inline; filename',
    tests: ['test/flows/hosted/own.test.ts'],
  },
  {
    rule: 'A token is good at the origin only that it was minted for',
    file: tokens,
    replace: '        audience: this.#origins.tenantUrl(client.slug),\n',
    by: '',
    tests: matrix,
  },
  {
    rule: 'A token of another issuer is none',
    file: tokens,
    replace: '        issuer: this.#origins.issuer,\n',
    by: '',
    tests: matrix,
  },
  {
    rule: 'Each client signs with a key of its own',
    file: tokens,
    replace: 'const info = `parley session ${client.id} ${keyId}`;',
    by: 'const info = `parley session ${keyId.length}`;',
    tests: matrix,
  },
  {
    rule: 'Rotating the key id ends every token',
    file: tokens,
    replace: 'const info = `parley session ${client.id} ${keyId}`;',
    by: 'const info = `parley session ${client.id} ${keyId.length > 0}`;',
    tests: chat,
  },
  {
    rule: 'A login whose row is gone is refused',
    file: 'src/core/identity/verify-session.ts',
    replace: '  if (!login.sessionStands) throw errors.sessionRevoked();\n',
    by: '',
    tests: ['test/flows/hosted/account.test.ts'],
  },
  {
    rule: 'A disabled user is told so on every route',
    file: 'src/core/identity/verify-session.ts',
    replace: '  if (!login.enabled) throw errors.userDisabled();\n',
    by: '',
    tests: chat,
  },
  {
    rule: 'A minted token is never an administrator',
    file: 'src/core/identity/verify-session.ts',
    replace: '    admin: false,\n',
    by: '    admin: true,\n',
    tests: ['test/flows/hosted/deep-dive.test.ts'],
  },
  {
    rule: 'The account page is for administrators',
    file: 'src/http/session/session-authentication.ts',
    replace: "if (caller.kind !== 'hosted' || !caller.admin) throw errors.adminRequired();",
    by: "if (caller.kind !== 'hosted') throw errors.adminRequired();",
    tests: matrix,
  },
  {
    rule: 'A cookie that came twice is none',
    file: 'src/http/session/cookies.ts',
    replace: "return found.length === 1 && value !== '' ? value : null;",
    by: "return value !== '' ? value : null;",
    tests: ['test/http/hosted-cookies.test.ts'],
  },
  {
    rule: 'Cookies are out of reach of scripts',
    file: 'src/http/session/cookies.ts',
    replace: "[...parts, 'HttpOnly', `SameSite=${sameSite}`]",
    by: '[...parts, `SameSite=${sameSite}`]',
    tests: ['test/http/hosted-cookies.test.ts'],
  },
  {
    rule: 'Cookies do not come along with what other sites send',
    file: 'src/http/session/cookies.ts',
    replace: "[...parts, 'HttpOnly', `SameSite=${sameSite}`]",
    by: "[...parts, 'HttpOnly']",
    tests: ['test/http/hosted-cookies.test.ts'],
  },
  {
    rule: 'Over https cookies are for one host only',
    file: 'src/http/session/cookies.ts',
    replace: "this.#isSecure ? '__Host-' : ''",
    by: "this.#isSecure ? '' : ''",
    tests: ['test/http/hosted-cookies.test.ts'],
  },
  {
    rule: 'In an admission a sign-in that was ended counts no longer',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'signIn === null || signIn.hasSession ?',
    by: 'signIn === null || signIn !== null ?',
    tests: [
      'test/core/turn/admission/admission-rules.test.ts',
      'test/adapters/postgres/database/owner-clauses.test.ts',
    ],
  },
  {
    rule: 'In an admission a user who was disabled counts no longer',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'signIn === null || signIn.isEnabled ?',
    by: 'signIn === null || signIn !== null ?',
    tests: [
      'test/core/turn/admission/admission-rules.test.ts',
      'test/adapters/postgres/database/owner-clauses.test.ts',
    ],
  },
];

const console = ['test/flows/console/sign-in.test.ts'];
const screens = ['test/flows/console/screens.test.ts'];

export const consoleBreaks: readonly Break[] = [
  {
    rule: 'A link without an address makes the first owner only',
    file: 'src/core/operators/manage-operators.ts',
    replace: "if (await change.hasOwner()) throw errors.alreadyExists('An owner');",
    by: '',
    tests: console,
  },
  {
    rule: 'A link works once',
    file: 'src/adapters/postgres/operators/operator-changes.ts',
    replace:
      '`delete from operator_links where code_hash = $1 returning email, role, expires_at > now() as is_valid`',
    by: '`select email, role, expires_at > now() as is_valid from operator_links where code_hash = $1`',
    tests: console,
  },
  {
    rule: 'A link changes no role of a known operator',
    file: 'src/core/operators/manage-operators.ts',
    replace: 'if (role !== undefined && role !== known.role)',
    by: 'if (role === known.role)',
    tests: console,
  },
  {
    rule: 'Disabling an operator ends the sessions at once',
    file: 'src/core/operators/manage-operators.ts',
    replace: 'await change.dropLinks(before.email);',
    by: '',
    tests: console,
  },
  {
    rule: 'The last owner stays one',
    file: 'src/core/operators/manage-operators.ts',
    replace: 'if (wasOwner && ',
    by: 'if (!wasOwner && ',
    tests: console,
  },
  {
    rule: 'A passkey proves a person, not just a device',
    file: 'src/adapters/passkeys.ts',
    replace: `expectedRPID: this.#host,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { credential, credentialBackedUp } = verified.registrationInfo;`,
    by: `expectedRPID: this.#host,
      requireUserVerification: false,
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { credential, credentialBackedUp } = verified.registrationInfo;`,
    tests: console,
  },
  {
    rule: 'A challenge is answered once',
    file: 'src/adapters/postgres/operators/operator-store.ts',
    replace: `delete from operator_ceremonies where handle_hash = $1
       returning challenge, session_id, purpose = $2 and expires_at > now() as is_valid\``,
    by: `select challenge, session_id, purpose = $2 and expires_at > now() as is_valid
       from operator_ceremonies where handle_hash = $1\``,
    tests: console,
  },
  {
    rule: 'A page that reads by itself does not keep a session alive',
    file: 'src/http/session/console-gate.ts',
    replace: 'request.headers[pollHeader] === undefined',
    by: 'request.headers[pollHeader] !== null',
    tests: console,
  },
  {
    rule: 'Changes in the console come from its own pages',
    file: 'src/http/session/console-gate.ts',
    replace: 'requireSameOrigin(request, hosts.consoleUrl);',
    by: 'void hosts;',
    tests: console,
  },
  {
    rule: 'A viewer sees no identity of a person in a turn',
    file: 'src/core/operations/live-operations.ts',
    replace: 'external_user_id: showsPeople ? row.externalUserId : null,',
    by: 'external_user_id: row.externalUserId,',
    tests: screens,
  },
  {
    rule: 'A viewer sees no people of a tenant',
    file: 'src/core/operations/history-operations.ts',
    replace: 'seesPeople(by) ? users.list(slug, {}) : null,',
    by: 'users.list(slug, {}),',
    tests: screens,
  },
  {
    rule: 'A process that drains claims nothing',
    file: 'database/functions/7-claim.sql',
    replace: 'and lease_until > now() and not draining for key share;',
    by: 'and lease_until > now() for key share;',
    tests: screens,
  },
];
