import type { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import type { UserManager } from '#core/administration/manage-users.ts';
import { parseHostedUserIdentity, presentHostedUser } from '#core/clients/hosted-user.ts';
import { errors } from '#core/errors.ts';
import { presentPage } from '#core/shared/list-page.ts';
import type { PasswordLinks } from '#core/sign-in/password-links.ts';
import type { Handler } from '../../routing/call.ts';
import { presentSentLink, presentUser } from '../../routing/sent-link.ts';
import { actorOf, parameter } from './admin-services.ts';

type Endpoints = typeof adminEndpoints;
type Params = Readonly<Record<string, string>>;

export function listUsers(users: UserManager): Handler<Endpoints['listUsers']> {
  return async ({ params, query }) => ({
    body: presentPage(await users.list(parameter(params, 'slug'), query), presentHostedUser),
  });
}

export function createUser(users: UserManager, links: PasswordLinks): Handler<Endpoints['createUser']> {
  return async ({ caller, params, body }) => {
    const slug = parameter(params, 'slug');
    const { email, admin = false, password } = body;
    const actor = actorOf(caller);
    const answer =
      password === undefined
        ? presentSentLink(await links.invite(actor, slug, { email, admin }, true))
        : presentUser((await users.create(actor, slug, { email, admin, password })).user);
    const location = `/v1/admin/clients/${slug}/users/${answer.user.id}`;
    return { status: 201, headers: { location }, body: answer };
  };
}

export function updateUser(users: UserManager): Handler<Endpoints['updateUser']> {
  return async ({ caller, params, body }) => {
    const user = await users.update(actorOf(caller), parameter(params, 'slug'), userKey(params), body);
    return { body: presentUser(user) };
  };
}

export function resetPassword(links: PasswordLinks): Handler<Endpoints['resetPassword']> {
  return async ({ caller, params }) => ({
    body: presentSentLink(await links.reset(actorOf(caller), parameter(params, 'slug'), userKey(params))),
  });
}

/** A malformed id matches no user. */
function userKey(params: Params): { readonly id: string } {
  const id = parseHostedUserIdentity(parameter(params, 'id'));
  if (id === null) throw errors.userNotFound();
  return { id };
}
