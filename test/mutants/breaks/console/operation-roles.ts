import type { Break } from '../../break.ts';

const tests = ['test/flows/console/operation-matrix.test.ts'];
const credentials = ['test/flows/owners/credential-matrix.test.ts'];
const byHand = 'test/support/console/matrix-channels.ts';
const table = 'src/contract/endpoints/operation-table.ts';

/** Which role may do what. */
export const operationRoleBreaks: readonly Break[] = [
  {
    rule: 'A viewer cancels no turns',
    file: table,
    replace: "cancelTurn: operates('turn.cancel', people),",
    by: "cancelTurn: operates('turn.cancel', everyone),",
    tests,
  },
  {
    rule: 'Support rotates no keys',
    file: table,
    replace: "rotateKey: freshly(changes('client.rotate_key', everyChannel, operators)),",
    by: "rotateKey: freshly(changes('client.rotate_key', everyChannel, people)),",
    tests,
  },
  {
    rule: 'No key asks about an end user of a client by the console’s operation',
    file: table,
    replace: 'getEndUser: inConsole(null, people),',
    by: "getEndUser: reads('admin:clients', apiConsole, people),",
    tests: credentials,
  },
  {
    rule: 'A key needs the scope for usage to read reports of usage',
    file: table,
    replace: "reportUsage: reads('admin:usage', apiConsole, everyone),",
    by: "reportUsage: reads('admin:audit', apiConsole, everyone),",
    tests: credentials,
  },
  {
    rule: 'Support drains no processes, whether the request can be read or not',
    file: table,
    replace: "drainProcess: operates('process.drain', operators),",
    by: "drainProcess: operates('process.drain', people),",
    tests: credentials,
  },
  {
    rule: 'The list by hand forgets no operation on user data',
    file: byHand,
    replace: "'user-data': ['exportUserData', 'eraseUserData'],",
    by: "'user-data': ['eraseUserData'],",
    tests: credentials,
  },
  {
    rule: 'The list by hand forgets no operation of the account page',
    file: byHand,
    replace: "'listLoginSessions', 'endLoginSession'",
    by: "'endLoginSession'",
    tests: credentials,
  },
  {
    rule: 'The list by hand takes no scope for another',
    file: byHand,
    replace: "'admin:usage': ['reportUsage'],\n  'admin:audit': ['listAudit'],",
    by: "'admin:usage': ['listAudit'],\n  'admin:audit': ['reportUsage'],",
    tests: credentials,
  },
  {
    rule: 'The list by hand opens no shell to what has no command',
    file: 'test/support/console/matrix-roles.ts',
    replace: "'listProviderStates', 'runDoctor', 'cancelTurn',",
    by: "'listProviderStates', 'cancelTurn',",
    tests,
  },
];
