import type { accountEndpoints } from '#contract/account-endpoints.ts';
import type { HostedUserChange } from '#contract/admin.ts';
import { errors } from '#core/errors.ts';
import { presentHostedUser } from '#core/tenants/hosted-user.ts';
import { presentPage } from '#core/tenants/list-page.ts';
import type { Handler } from '../call.ts';
import { type AccountServices, actorOf, administratorOf, userKeyOf } from './account-services.ts';

type Endpoints = typeof accountEndpoints;

export function listUsers({ administration }: AccountServices): Handler<Endpoints['listUsers']> {
  return async ({ caller, query }) => ({
    body: presentPage(await administration.users.list(caller.client.slug, query), presentHostedUser),
  });
}

/** The password is shown to the administrator, too: mail may not arrive, or go to the outbox only. */
export function inviteUser(services: AccountServices): Handler<Endpoints['inviteUser']> {
  return async ({ caller, body }) => {
    const { slug } = caller.client;
    const { email, admin = false, send_mail: mailed = true } = body;
    const created = await services.administration.users.create(actorOf(caller), slug, { email, admin });
    if (mailed) services.passwordMail.invite(slug, created.user.email);
    const { user, password } = created;
    const shown = password === null ? {} : { password };
    return { status: 201, body: { ok: true, user: presentHostedUser(user), ...shown, mailed } };
  };
}

export function updateUser({ administration }: AccountServices): Handler<Endpoints['updateUser']> {
  return async ({ caller, params, body }) => {
    const key = userKeyOf(params);
    if (key.id === administratorOf(caller).hostedUserId) requireNoLockout(body);
    const user = await administration.users.update(actorOf(caller), caller.client.slug, key, body);
    return { body: { ok: true, user: presentHostedUser(user) } };
  };
}

export function resetPassword({ administration }: AccountServices): Handler<Endpoints['resetPassword']> {
  return async ({ caller, params }) => {
    const { slug } = caller.client;
    const { user, password } = await administration.users.resetPassword(
      actorOf(caller),
      slug,
      userKeyOf(params),
    );
    return { body: { ok: true, user: presentHostedUser(user), ...(password === null ? {} : { password }) } };
  };
}

/** Nobody shuts out oneself: the last administrator could not undo it. */
function requireNoLockout(change: HostedUserChange): void {
  const pointer = change.enabled === false ? '/enabled' : change.admin === false ? '/admin' : null;
  if (pointer !== null) throw errors.invalidField(pointer, 'cannot be taken from yourself', 'own_account');
}
