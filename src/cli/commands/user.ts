import type { HostedUserResource } from '#contract/admin.ts';
import { operatorUserOperations } from '#core/operations/client/users.ts';
import { userCommandOperations as operations } from '#core/operations/user-operations.ts';
import { withParams } from '../ask.ts';
import type { Command, Outcome } from '../command.ts';
import { everyRow } from '../every-row.ts';
import { describe, shown, table } from '../table.ts';
import { unchangedNotice } from '../unchanged.ts';

export const userCommands: readonly Command[] = [
  {
    name: 'user create',
    parameters: ['tenant', 'email'],
    options: { admin: null, 'password-stdin': null },
    summary: 'Add a user who signs in; prints a first password unless one comes on standard input',
    operation: 'createUserWithPassword',
    run: async (input, { administer, readStandardInput }) => {
      const password = input.flag('password-stdin') ? { password: await readStandardInput() } : {};
      const body = { email: input.parameter('email'), admin: input.flag('admin'), ...password };
      return administer(async (ask) => {
        const call = { ...withParams({ slug: input.parameter('tenant') }), body };
        const { user, password } = await ask(operations.createUserWithPassword, call);
        return password === null ? userOutcome(user) : passwordOutcome(user, password);
      });
    },
  },
  {
    name: 'user list',
    parameters: ['tenant'],
    options: {},
    summary: 'List the users who sign in at a tenant',
    operation: 'listUsers',
    run: (input, { administer }) => {
      const call = withParams({ slug: input.parameter('tenant') });
      return administer(async (ask) =>
        listOutcome(await everyRow((query) => ask(operatorUserOperations.listUsers, { ...call, query }))),
      );
    },
  },
  switchCommand('disableUser', 'disable', 'Disable a user, and end their sessions'),
  switchCommand('enableUser', 'enable', 'Let a disabled user sign in again'),
];

function switchCommand(operation: 'disableUser' | 'enableUser', verb: string, summary: string): Command {
  return {
    name: `user ${verb}`,
    parameters: ['tenant', 'email'],
    options: {},
    summary,
    operation,
    run: (input, { administer }) => {
      const call = withParams({ slug: input.parameter('tenant'), email: input.parameter('email') });
      return administer(async (ask) => {
        const q = input.parameter('email');
        const before = await everyRow((query) =>
          ask(operatorUserOperations.listUsers, {
            ...withParams({ slug: input.parameter('tenant') }),
            query: { ...query, q },
          }),
        );
        const { user } = await ask(operations[operation], call);
        const was = before.find(({ id }) => id === user.id);
        return { ...userOutcome(user), notices: unchangedNotice(user.email, was, user) };
      });
    },
  };
}

function userOutcome(user: HostedUserResource): Outcome {
  return { json: { ok: true, user }, text: describe(user) };
}

function passwordOutcome(user: HostedUserResource, password: string): Outcome {
  return {
    json: { ok: true, password, user },
    text: `Password for the first sign-in, shown only once:\n${password}\n\n${describe(user)}`,
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
