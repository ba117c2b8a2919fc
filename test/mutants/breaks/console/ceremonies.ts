import type { Break } from '../../break.ts';

const ceremonyTest = ['test/flows/console/ceremonies.test.ts'];

export const ceremonyBreaks: readonly Break[] = [
  {
    rule: 'A ceremony belongs to the session that began it',
    file: 'src/core/operators/console-access.ts',
    replace: 'ceremony === null || ceremony.sessionId !== sessionId',
    by: 'ceremony === null',
    tests: ceremonyTest,
  },
  {
    rule: 'A session is confirmed by a passkey of its own operator',
    file: 'src/core/operators/console-access.ts',
    replace: 'passkey === null || passkey.operatorId !== operator.id',
    by: 'passkey === null',
    tests: ceremonyTest,
  },
  {
    rule: 'A sign-in of an operator is in the audit log',
    file: 'src/core/operators/console-access.ts',
    replace: "        action: 'operator.sign_in',",
    by: "        action: 'operator.update',",
    tests: ceremonyTest,
  },
  {
    rule: 'An added passkey is in the audit log',
    file: 'src/core/operators/console-access.ts',
    replace: `      await auditPasskey(change, operator, 'operator.add_passkey', { name, synced: made.synced });
`,
    by: '',
    tests: ceremonyTest,
  },
];
