import type { Break } from '../../break.ts';

/** What the operator's operations show, to whom, and what they leave in the audit log. */
export const consoleOperationBreaks: readonly Break[] = [
  {
    rule: 'The console answers at once while the database hangs',
    file: 'src/http/session/console-gate.ts',
    replace: 'if (isDatabaseAway()) throw',
    by: 'if (Math.random() > 1) throw',
    tests: ['test/flows/faults/console-without-database.test.ts'],
  },
  {
    rule: 'A viewer finds nothing in the audit log by the name of a person',
    file: 'src/core/operations/report-operations.ts',
    replace: 'if (query.actor !== undefined && isHostedUser(query.actor)) requirePeople(by);',
    by: '',
    tests: ['test/flows/console/screens.test.ts'],
  },
  {
    rule: 'A cancellation that changes nothing is not in the audit log',
    file: 'src/adapters/postgres/turns/turn-endings.ts',
    replace: 'entry === undefined || stored.length === 0 ?',
    by: 'entry === undefined ?',
    tests: ['test/flows/console/screens.test.ts'],
  },
  {
    rule: 'The entry of a cancelled turn is stored with it',
    file: 'src/adapters/postgres/turns/turn-endings.ts',
    replace: 'store: [...stored, ...noted], behind',
    by: 'store: stored, behind',
    tests: ['test/flows/console/screens.test.ts'],
  },
  {
    rule: 'A process that is no longer heard of is shown until it is removed',
    file: 'src/adapters/postgres/screens/screen-store.ts',
    replace: 'from processes order by started_at, id`',
    by: 'from processes where lease_until > now() order by started_at, id`',
    tests: ['test/flows/console/screens.test.ts'],
  },
  {
    rule: 'The doctor keeps paths and addresses from viewers and keys',
    file: 'src/core/operations/doctor-operations.ts',
    replace: 'const present = managesService(by) ? presentFully : presentOpenly;',
    by: 'const present = managesService(by) || true ? presentFully : presentOpenly;',
    tests: ['test/flows/console/screens.test.ts'],
  },
  {
    rule: 'What clients use today needs the scope of usage, in the list of clients, too',
    file: 'src/core/operations/client-operations.ts',
    replace: "if (query.include === 'today') requireScope(by, 'admin:usage');",
    by: '',
    tests: ['test/http/routing/admin-routes.test.ts'],
  },
  {
    rule: 'The texts of a person leave the console with a fresh passkey only',
    file: 'src/contract/endpoints/operation-table.ts',
    replace: "exportUserData: { ...freshly(inConsole('user.export', operators)), channels: consoleCli }",
    by: "exportUserData: { ...inConsole('user.export', people), channels: consoleCli }",
    tests: ['test/flows/console/end-users.test.ts'],
  },
];
