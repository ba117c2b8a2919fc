import type { Break } from '../../break.ts';

const signIn = ['test/flows/console/sign-in.test.ts'];

/** What ends the sessions of an operator, and what a session alone may not do. */
export const consoleSessionBreaks: readonly Break[] = [
  {
    rule: 'A way back in ends the sessions before it',
    file: 'src/core/operators/enrol-operator.ts',
    replace: 'await change.endSessions(id);',
    by: '',
    tests: signIn,
  },
  {
    rule: 'A passkey takes the sessions of its operator with it',
    file: 'src/http/handlers/console/settings.ts',
    replace: 'await change.endSessions(open.operator.id, open.session.id);',
    by: '',
    tests: ['test/flows/console/passkeys.test.ts'],
  },
  {
    rule: 'A page of another host of the site reads nothing in the console',
    file: 'src/http/session/console-gate.ts',
    replace: 'else requireOwnRead(request);',
    by: 'else void requireOwnRead;',
    tests: signIn,
  },
  {
    rule: 'Making a partner, which makes a key, needs a fresh passkey in the console',
    file: 'src/contract/endpoints/operation-table.ts',
    replace: "createClient: freshly(changes('client.create', everyChannel, operators)),",
    by: "createClient: changes('client.create', everyChannel, operators),",
    tests: signIn,
  },
];
