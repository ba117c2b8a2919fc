import type { adminEndpoints } from '#contract/admin-endpoints.ts';
import { errors } from '#core/errors.ts';
import { hostedUserIdentity, parseHostedUserIdentity, presentHostedUser } from '#core/tenants/hosted-user.ts';
import { presentPage } from '#core/tenants/list-page.ts';
import type { UserManager, UserWithPassword } from '#core/tenants/manage-users.ts';
import type { Handler } from '../call.ts';
import { actorOf, parameter } from './admin-services.ts';

type Endpoints = typeof adminEndpoints;
type Params = Readonly<Record<string, string>>;

export function listUsers(users: UserManager): Handler<Endpoints['listUsers']> {
  return async ({ params, query }) => ({
    body: presentPage(await users.list(parameter(params, 'slug'), query), presentHostedUser),
  });
}

export function createUser(users: UserManager): Handler<Endpoints['createUser']> {
  return async ({ caller, params, body }) => {
    const slug = parameter(params, 'slug');
    const created = await users.create(actorOf(caller), slug, body);
    const location = `/v1/admin/clients/${slug}/users/${hostedUserIdentity(created.user.id)}`;
    return { status: 201, headers: { location }, body: withPassword(created) };
  };
}

export function updateUser(users: UserManager): Handler<Endpoints['updateUser']> {
  return async ({ caller, params, body }) => {
    const user = await users.update(actorOf(caller), parameter(params, 'slug'), userKey(params), body);
    return { body: { ok: true, user: presentHostedUser(user) } };
  };
}

export function resetPassword(users: UserManager): Handler<Endpoints['resetPassword']> {
  return async ({ caller, params }) => ({
    body: withPassword(
      await users.resetPassword(actorOf(caller), parameter(params, 'slug'), userKey(params)),
    ),
  });
}

/** A malformed id names nobody. */
function userKey(params: Params): { readonly id: string } {
  const id = parseHostedUserIdentity(parameter(params, 'id'));
  if (id === null) throw errors.userNotFound();
  return { id };
}

function withPassword({ user, password }: UserWithPassword): object {
  return { ok: true, user: presentHostedUser(user), ...(password === null ? {} : { password }) };
}
