import type { HostedUserChange } from '#contract/admin.ts';
import { userOperations as rows } from '#contract/operations/users.ts';
import type { UserDataManager } from '../../administration/manage-user-data.ts';
import type { UserManager } from '../../administration/manage-users.ts';
import { hostedUserIdentity, parseHostedUserIdentity, presentHostedUser } from '../../clients/hosted-user.ts';
import { errors } from '../../errors.ts';
import { presentPage } from '../../shared/list-page.ts';
import { type PasswordLinks, presentSentLink, presentUser } from '../../sign-in/password-links.ts';
import { parameter } from '../operation.ts';
import { patienceOf, requireFresh } from '../principal.ts';
import { type ClientCall, forOperators, listed, type PerformsAll } from './client-operation.ts';

export interface UserServices {
  readonly users: UserManager;
  readonly userData: UserDataManager;
  readonly passwordLinks: PasswordLinks;
}

/** The operations on people who sign in at the tenant. */
const performs = {
  listUsers: async ({ users }: Pick<UserServices, 'users'>, { client, query }) => ({
    body: presentPage(await users.list(client.slug, query, query.q), presentHostedUser),
  }),
  createUser: async ({ users, passwordLinks }, { by, client, body }) => {
    const { email, admin = false, password } = body;
    const wanted = { email, admin, invitedLanguage: null };
    const answer =
      password === undefined
        ? presentSentLink(await passwordLinks.invite(by.actor, client.slug, wanted, true))
        : presentUser((await users.create(by.actor, client.slug, { email, admin, password })).user);
    return { body: answer, location: `/users/${answer.user.id}` };
  },
  updateUser: async ({ users }, call) => {
    const { by, client, body } = call;
    // For an administrator of a tenant, links count as secrets.
    if (body.admin === true) requireFresh(by);
    const id = idIn(call);
    if (by.channel === 'account' && by.actor.id === hostedUserIdentity(id)) requireNoLockout(body);
    return { body: presentUser(await users.update(by.actor, client.slug, { id }, body)) };
  },
  deleteUser: async ({ userData }, call) => {
    const { by, client } = call;
    const id = idIn(call);
    await userData.deleteUser(by.actor, client.slug, id, patienceOf(by));
    return { body: { ok: true, id: hostedUserIdentity(id), deleted: true } };
  },
  resetPassword: async ({ passwordLinks }, call) => {
    const { by, client } = call;
    return { body: presentSentLink(await passwordLinks.reset(by.actor, client.slug, { id: idIn(call) })) };
  },
} satisfies PerformsAll<typeof rows, UserServices>;

export const userOperations = listed(rows, performs);
export const operatorUserOperations = forOperators(rows, performs);

/** A malformed id matches no user. */
function idIn({ params }: Pick<ClientCall, 'params'>): string {
  const id = parseHostedUserIdentity(parameter(params, 'id'));
  if (id === null) throw errors.userNotFound();
  return id;
}

/** Administrators cannot disable themselves: the last one could not undo it. */
function requireNoLockout(change: HostedUserChange): void {
  const pointer = change.enabled === false ? '/enabled' : change.admin === false ? '/admin' : null;
  if (pointer !== null) throw errors.invalidField(pointer, 'cannot be taken from yourself', 'own_account');
}
