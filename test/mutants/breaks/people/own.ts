import type { Break } from '../../break.ts';

const tests = ['test/flows/hosted/own.test.ts'];
const account = 'src/core/sign-in/own-account.ts';

export const ownBreaks: readonly Break[] = [
  {
    rule: 'A page of one person sends nothing with the cookie of another',
    file: 'src/http/session/session-authentication.ts',
    replace: "caller.kind === 'hosted' && believed !== caller.userId",
    by: "caller.kind === 'hosted' && believed === ''",
    tests: ['test/flows/hosted/page-user.test.ts'],
  },
  {
    rule: 'The chat says for whom it was loaded',
    file: 'src/web/chat/state/chat.ts',
    replace: 'createRequest(token, data.user?.id)',
    by: 'createRequest(token)',
    tests: ['test/browser/chat/another-person.test.ts'],
  },
  {
    rule: 'Tabs follow each other to the person who signed in last',
    file: 'src/web/shared/share-session.ts',
    replace: 'if (data !== userId) leave();',
    by: 'if (data === userId) leave();',
    tests: ['test/browser/chat/another-person.test.ts'],
  },
  {
    rule: 'A sign-out everywhere is told to the other tabs',
    file: 'src/web/chat/dialogs/everywhere-dialog.tsx',
    replace: '    shareSignOut();\n',
    by: '',
    tests: ['test/browser/chat/another-person.test.ts'],
  },
  {
    rule: 'Deleting all conversations deletes those of one person only',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'where c.client_id = $1 and c.external_user_id = $2 and c.created_at <=',
    by: 'where c.client_id = $1 and $2::text is not null and c.created_at <=',
    tests,
  },
  {
    rule: 'Deleting all conversations stops their answers at once',
    file: 'src/core/conversations/delete-conversation.ts',
    replace: "liveTurns.find(turnId)?.stop({ kind: 'cancelled', code: 'conversation_not_found' });",
    by: 'liveTurns.find(turnId);',
    tests: ['test/core/conversations/delete-conversation.test.ts'],
  },
  {
    rule: 'A minted token has no sign-in to end',
    file: 'src/http/hosts/tenant-host.ts',
    replace: '}/session`, loginAuthentication(flow, clients), options.own',
    by: '}/session`, sessionAuthentication(flow, clients), options.own',
    tests: ['test/flows/owners/credential-matrix.test.ts'],
  },
  {
    rule: 'Signing out everywhere ends the sign-ins of one person only',
    file: account,
    replace: 'endLoginSessions(client.id, hostedUserId, null)',
    by: 'endLoginSessions(client.id, null, null)',
    tests,
  },
  {
    rule: 'A password is changed by the one before',
    file: account,
    replace:
      'if (!(await verifyPassword(known, given.password.slice(0, longestPassword)))) throw wrongPassword();',
    by: 'if (given.password === known) throw wrongPassword();',
    tests,
  },
  {
    rule: 'A change of the password leaves its own sign-in alone',
    file: account,
    replace: 'replacePassword(change, client.id, hostedUserId, passwordHash, sessionId)',
    by: 'replacePassword(change, client.id, hostedUserId, passwordHash, null)',
    tests,
  },
  {
    rule: 'A guess at the password of an open session is an attempt to sign in',
    file: account,
    replace: 'await countAttempt(stores, throttleRules.signIn, { tenant: slug, email }, source)',
    by: '{ release: async () => undefined }',
    tests,
  },
];
