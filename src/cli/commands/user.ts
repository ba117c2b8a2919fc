import type { HostedUserResource } from '#contract/admin.ts';
import type { UserManager } from '#core/administration/manage-users.ts';
import { normalizeEmail } from '#core/clients/email.ts';
import { type HostedUser, presentHostedUser } from '#core/clients/hosted-user.ts';
import type { Command, Outcome } from '../command.ts';
import { everyRow } from '../every-row.ts';
import { operator } from '../operator.ts';
import { describe, shown, table } from '../table.ts';

export const userCommands: readonly Command[] = [
  {
    name: 'user create',
    parameters: ['tenant', 'email'],
    options: { admin: null, 'password-stdin': null },
    summary: 'Add a user who signs in; prints a first password unless one comes on standard input',
    run: async (input, { administer, readStandardInput }) => {
      const password = input.flag('password-stdin') ? { password: await readStandardInput() } : {};
      const wanted = { email: input.parameter('email'), admin: input.flag('admin'), ...password };
      return administer(async ({ users }) => {
        const created = await users.create(operator, input.parameter('tenant'), wanted);
        return created.password === null
          ? userOutcome(created.user)
          : passwordOutcome(created.user, created.password);
      });
    },
  },
  {
    name: 'user list',
    parameters: ['tenant'],
    options: {},
    summary: 'List the users who sign in at a tenant',
    run: (input, { administer }) =>
      administer(async ({ users }) => {
        const found = await everyRow((query) => users.list(input.parameter('tenant'), query));
        return listOutcome(found.map(presentHostedUser));
      }),
  },
  switchCommand('disable', 'Refuse a user from now on'),
  switchCommand('enable', 'Let a disabled user sign in again'),
];

function switchCommand(verb: keyof Pick<UserManager, 'disable' | 'enable'>, summary: string): Command {
  return {
    name: `user ${verb}`,
    parameters: ['tenant', 'email'],
    options: {},
    summary,
    run: (input, { administer }) =>
      administer(async ({ users }) => {
        const key = { email: normalizeEmail(input.parameter('email')) };
        return userOutcome(await users[verb](operator, input.parameter('tenant'), key));
      }),
  };
}

function userOutcome(user: HostedUser): Outcome {
  const shownUser = presentHostedUser(user);
  return { json: { ok: true, user: shownUser }, text: describe(shownUser) };
}

function passwordOutcome(user: HostedUser, password: string): Outcome {
  const shownUser = presentHostedUser(user);
  return {
    json: { ok: true, password, user: shownUser },
    text: `Password for the first sign-in, shown only once:\n${password}\n\n${describe(shownUser)}`,
  };
}

function listOutcome(users: readonly HostedUserResource[]): Outcome {
  const rows = users.map((user) => [
    user.email,
    user.id,
    shown(user.admin),
    shown(user.enabled),
    shown(user.last_seen_at),
  ]);
  return {
    json: { ok: true, object: 'list', data: users },
    text: table([['EMAIL', 'ID', 'ADMIN', 'ENABLED', 'LAST SEEN'], ...rows]),
  };
}
