import type { Break } from '../../break.ts';

const passkeys = ['test/flows/console/passkeys.test.ts'];
const support = ['test/flows/console/support-rights.test.ts'];
const users = 'src/core/administration/manage-users.ts';
const access = 'src/core/operators/console-access.ts';

/** What operators may do to people, by role, and what lets operators themselves in. */
export const consolePeopleBreaks: readonly Break[] = [
  {
    rule: 'Support invites no administrator',
    file: users,
    replace: `    const { admin, invitedLanguage } = wanted;
    if (admin) requireOverAdministrators(actor);`,
    by: '    const { admin, invitedLanguage } = wanted;',
    tests: support,
  },
  {
    rule: 'Support makes no administrator with a password',
    file: users,
    replace: `    const { admin = false } = wanted;
    if (admin) requireOverAdministrators(actor);`,
    by: '    const { admin = false } = wanted;',
    tests: support,
  },
  {
    rule: 'Support makes nobody an administrator',
    file: users,
    replace: 'if (change.admin === true) requireOverAdministrators(actor);',
    by: '',
    tests: support,
  },
  {
    rule: 'Support resets no password of an administrator',
    file: users,
    replace: 'if (user.admin) requireOverAdministrators(actor);',
    by: '',
    tests: support,
  },
  {
    rule: 'Support is never shown a link',
    file: 'src/core/sign-in/password-links.ts',
    replace: "if (actor.kind === 'operator' && actor.role === 'support') return 'letter';",
    by: '',
    tests: support,
  },
  {
    rule: 'A password that came by a key has to be changed',
    file: users,
    replace: "actor.kind === 'key' || actor.kind === 'operator'",
    by: "actor.kind === 'operator'",
    tests: support,
  },
  {
    rule: 'A password that came from the console has to be changed',
    file: users,
    replace: "actor.kind === 'key' || actor.kind === 'operator'",
    by: "actor.kind === 'key'",
    tests: support,
  },
  {
    rule: 'The way back by link, and disabling, remove the passkeys of an operator',
    file: 'src/core/operators/enrol-operator.ts',
    replace: 'await change.deletePasskeys(id);',
    by: '',
    tests: passkeys,
  },
  {
    rule: 'Disabling an operator shuts out what let the operator in',
    file: 'src/core/operators/manage-operators.ts',
    replace: 'await shutOutOperator(change, before.id);',
    by: 'await change.endSessions(before.id);',
    tests: passkeys,
  },
  {
    rule: 'An operator is told of a passkey that was added',
    file: access,
    replace: 'this.#onAdded(operator, name);',
    by: '',
    tests: passkeys,
  },
  {
    rule: 'The passkey of another operator does not make a session fresh',
    file: access,
    replace: 'if (passkey === null || passkey.operatorId !== operator.id) throw errors.invalidPasskey();',
    by: 'if (passkey === null) throw errors.invalidPasskey();',
    tests: passkeys,
  },
  {
    rule: 'A passkey counts as fresh for ten minutes',
    file: 'src/core/operators/start-session.ts',
    replace: 'strong: 10 * 60,',
    by: 'strong: 10 * 60 * 60,',
    tests: passkeys,
  },
  {
    rule: 'Freshness ends with its time',
    file: 'src/http/session/console-gate.ts',
    replace: ' && strongUntil > new Date();',
    by: ';',
    tests: passkeys,
  },
  {
    rule: 'The sign-in of an operator is in the audit log',
    file: access,
    replace: "action: 'operator.sign_in',",
    by: "action: 'operator.enrol',",
    tests: passkeys,
  },
];
