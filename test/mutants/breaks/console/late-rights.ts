import type { Break } from '../../break.ts';

const late = ['test/flows/owners/late-bodies.test.ts'];
const lost = ['test/flows/owners/lost-rights.test.ts'];
const author = ['test/core/administration/author-rights.test.ts'];
const mutual = ['test/flows/owners/mutual-removal.test.ts'];
const rights = 'src/adapters/postgres/administration/author-rights.ts';

/** Rights that are taken away while a request is under way. */
export const lateRightsBreaks: readonly Break[] = [
  {
    rule: 'Whoever sends a body late is asked for again, with a key or a session',
    file: 'src/http/routing/route.ts',
    replace: 'if (!request.cameWhole) request.caller = await admitted(request);',
    by: '',
    tests: late,
  },
  {
    rule: 'Whoever sends a body late is asked for again, in the console',
    file: 'src/http/routing/console-routes.ts',
    replace: 'if (!request.cameWhole) request.operator = await admitted(request);',
    by: '',
    tests: late,
  },
  {
    rule: 'Whoever sends a logo late is asked for again',
    file: 'src/http/handlers/account/account-brand.ts',
    replace: "if (!request.cameWhole) request.caller = await authenticate(request, 'current');",
    by: '',
    tests: late,
  },
  {
    rule: 'A tenant that was revoked while a body was sent is no longer there',
    file: 'src/http/session/session-authentication.ts',
    replace: "if (request.caller !== null && freshness === 'current') {",
    by: 'if (request.caller === null) {',
    tests: late,
  },
  {
    rule: 'A request counts as whole by its last byte',
    file: 'src/http/server/whole-request.ts',
    replace: 'request.cameWhole = request.raw.complete;',
    by: 'request.cameWhole = true;',
    tests: late,
  },
  {
    rule: 'The transaction of a change asks whether its author still has the rights',
    file: 'src/adapters/postgres/administration/tenant-store.ts',
    replace: 'await requireAuthor(transaction, author);',
    by: '',
    tests: author,
  },
  {
    rule: 'Behind the lock of a client its change asks again for the rights of the author',
    file: 'src/core/administration/change-client.ts',
    replace: 'await tenants.requireAuthor();',
    by: '',
    tests: [...author, ...mutual],
  },
  {
    rule: 'Behind the lock of the operators a change asks for the rights of the author',
    file: 'src/adapters/postgres/operators/operator-store.ts',
    replace: 'await requireAuthor(transaction, author);',
    by: '',
    tests: author,
  },
  {
    rule: 'Two owners who remove each other at once, in two processes, wait for one another',
    file: 'src/adapters/postgres/operators/operator-store.ts',
    replace: "await transaction.query('lock table operators in share row exclusive mode');",
    by: '',
    tests: mutual,
  },
  {
    rule: 'An operator who lost the rights under way gets the refusal of somebody without them',
    file: 'src/http/routing/console-routes.ts',
    replace: 'if (!(error instanceof StaleRights)) throw error;',
    by: 'throw error;',
    tests: lost,
  },
  {
    rule: 'An administrator who lost the rights under way gets the refusal of somebody without them',
    file: 'src/http/routing/route.ts',
    replace: 'error instanceof StaleClient || error instanceof StaleRights',
    by: 'error instanceof StaleClient',
    tests: mutual,
  },
  {
    rule: 'A key that has lost a scope changes nothing',
    file: rights,
    replace: ' and c.scopes @> $2',
    by: ' and $2::text[] is not null',
    tests: author,
  },
  {
    rule: 'An operator with another role than at the beginning is asked for again',
    file: rights,
    replace: 'and o.role = $2 and',
    by: 'and $2::text is not null and',
    tests: author,
  },
  {
    rule: 'A session of the console that has run out changes nothing',
    file: rights,
    replace: ' and s.expires_at > statement_timestamp()',
    by: '',
    tests: author,
  },
  {
    rule: 'An administrator whose sign-in has ended changes nothing',
    file: rights,
    replace: ' && login.sessionStands;',
    by: ';',
    tests: author,
  },
];
