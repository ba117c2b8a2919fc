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
