import type { HostedUserChange } from '#contract/admin.ts';
import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import { presentHostedUser } from '#core/clients/hosted-user.ts';
import { errors } from '#core/errors.ts';
import { presentPage } from '#core/shared/list-page.ts';
import { presentSentLink, presentUser } from '#core/sign-in/present-sent-link.ts';
import { readPageUser } from '../../pages/chat-data.ts';
import { languageFor } from '../../pages/request-language.ts';
import type { Handler } from '../../routing/call.ts';
import { type AccountServices, actorOf, administratorOf, userKeyOf } from './account-services.ts';

type Endpoints = typeof accountEndpoints;

export function listUsers({ administration }: AccountServices): Handler<Endpoints['listUsers']> {
  return async ({ caller, query }) => ({
    body: presentPage(await administration.users.list(caller.client.slug, query, query.q), presentHostedUser),
  });
}

export function inviteUser({ passwordLinks, users }: AccountServices): Handler<Endpoints['inviteUser']> {
  return async ({ caller, body, request }) => {
    const { email, admin = false, send_mail: mayMail = true } = body;
    const { language } = await readPageUser(users, administratorOf(caller));
    const wanted = { email, admin, invitedLanguage: languageFor(request, [language]) };
    const sent = await passwordLinks.invite(actorOf(caller), caller.client.slug, wanted, mayMail);
    return { status: 201, body: presentSentLink(sent) };
  };
}

export function updateUser({ administration }: AccountServices): Handler<Endpoints['updateUser']> {
  return async ({ caller, params, body }) => {
    const key = userKeyOf(params);
    if (key.id === administratorOf(caller).hostedUserId) requireNoLockout(body);
    const user = await administration.users.update(actorOf(caller), caller.client.slug, key, body);
    return { body: presentUser(user) };
  };
}

export function resetPassword({ passwordLinks }: AccountServices): Handler<Endpoints['resetPassword']> {
  return async ({ caller, params }) => ({
    body: presentSentLink(await passwordLinks.reset(actorOf(caller), caller.client.slug, userKeyOf(params))),
  });
}

/** Administrators cannot disable themselves: the last one could not undo it. */
function requireNoLockout(change: HostedUserChange): void {
  const pointer = change.enabled === false ? '/enabled' : change.admin === false ? '/admin' : null;
  if (pointer !== null) throw errors.invalidField(pointer, 'cannot be taken from yourself', 'own_account');
}
