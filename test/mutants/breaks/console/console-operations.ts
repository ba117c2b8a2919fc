import type { Break } from '../../break.ts';

const auditAuthors = ['test/flows/console/audit-authors.test.ts'];

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
  {
    rule: 'The audit log names an operator by the address',
    file: 'src/adapters/postgres/administration/audit-store.ts',
    replace: "on a.actor = 'op:' || o.id",
    by: 'on false',
    tests: auditAuthors,
  },
  {
    rule: 'The audit log names the operator that was changed by the address',
    file: 'src/adapters/postgres/administration/audit-store.ts',
    replace: "on a.subject = 'op:' || s.id",
    by: 'on false',
    tests: auditAuthors,
  },
  {
    rule: 'A viewer sees no address of an operator in the audit log',
    file: 'src/core/operations/hide-people.ts',
    replace: 'hideInEntry(value);\n  hideIn(',
    by: 'hideInEntry(value);\n  else hideIn(',
    tests: auditAuthors,
  },
  {
    rule: 'Administrators of a tenant see no address of an operator',
    file: 'src/core/audit/present-tenant-audit.ts',
    replace: '    actor_email: null,\n    subject_email: null,\n',
    by: '',
    tests: auditAuthors,
  },
  {
    rule: 'The audit of the command line names an operator by the address',
    file: 'src/cli/commands/audit.ts',
    replace: 'actor_email ?? actor,',
    by: 'actor,',
    tests: auditAuthors,
  },
  {
    rule: 'The audit of the command line shows what a value was and is',
    file: 'src/cli/commands/audit.ts',
    replace: 'describeChange(before, after, changeWords)',
    by: "Object.keys(after ?? {}).join(', ')",
    tests: auditAuthors,
  },
  {
    rule: 'The console names an operator by the address',
    file: 'src/web/console/components/actor-name.ts',
    replace: "email ?? rest.join(':')",
    by: "rest.join(':')",
    tests: ['test/web/console/actor-name.test.ts'],
  },
];
