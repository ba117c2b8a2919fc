import type { Break } from '../../break.ts';

const console = ['test/flows/console/sign-in.test.ts'];
const screens = ['test/flows/console/screens.test.ts'];

const hiding = ['test/core/operations/hide-people.test.ts'];

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
    file: 'src/contract/console/live.ts',
    replace: 'external_user_id: aboutPerson(',
    by: 'external_user_id: ((schema) => schema)(',
    tests: hiding,
  },
  {
    rule: 'A viewer sees no people of a tenant',
    file: 'src/contract/console/screens.ts',
    replace: 'users: aboutPerson(',
    by: 'users: ((schema) => schema)(',
    tests: hiding,
  },
  {
    rule: 'Every answer to a viewer is presented without people',
    file: 'src/core/operations/operation.ts',
    replace: 'if (seesPeople(call.by)) return result;',
    by: 'if (seesPeople(call.by) || true) return result;',
    tests: hiding,
  },
  {
    rule: 'An answer that others are given, too, is not changed for a viewer',
    file: 'src/core/operations/hide-people.ts',
    replace: 'structuredClone(answer)',
    by: 'answer',
    tests: hiding,
  },
  {
    rule: 'People are hidden within lists',
    file: 'src/core/operations/hide-people.ts',
    replace: 'for (const item of value) hideMarked(items, item);',
    by: 'void value;',
    tests: hiding,
  },
  {
    rule: 'An audit entry shows a viewer no person',
    file: 'src/contract/audit/audit-entry.ts',
    replace: 'export const AuditEntryResource = aboutPerson(',
    by: 'export const AuditEntryResource = ((schema) => schema)(',
    tests: hiding,
  },
  {
    rule: 'An audit entry of a person has no subject for a viewer',
    file: 'src/core/operations/hide-people.ts',
    replace: "if (!isOpen) Reflect.set(entry, 'subject', 'hidden');",
    by: '',
    tests: hiding,
  },
  {
    rule: 'A person who made a change is no name to a viewer',
    file: 'src/core/operations/hide-people.ts',
    replace: "Reflect.set(entry, 'actor', 'hu');",
    by: '{}',
    tests: hiding,
  },
  {
    rule: 'A process that drains claims nothing',
    file: 'database/functions/7-claim.sql',
    replace: 'and lease_until > now() and not draining',
    by: 'and lease_until > now()',
    tests: screens,
  },
];
