import type { peopleEndpoints } from '#contract/endpoints/people-endpoints.ts';
import type { UserBlocker } from '#core/administration/block-users.ts';
import { presentBlockedUser } from '#core/identity/blocked-user.ts';
import { presentPage } from '#core/shared/list-page.ts';
import type { Handler } from '../../routing/call.ts';
import { identify } from '../../session/request-identity.ts';
import { actorOf } from './key-actor.ts';

type Endpoints = typeof peopleEndpoints;

export function listBlockedUsers(blocked: UserBlocker): Handler<Endpoints['listBlockedUsers']> {
  return async ({ caller, query }) => ({
    body: presentPage(await blocked.list(caller.client.slug, query), presentBlockedUser),
  });
}

export function blockUser(blocked: UserBlocker): Handler<Endpoints['blockUser']> {
  return async ({ caller, query }) => {
    const { userId } = identify(caller, { query: query.external_user_id });
    const user = await blocked.block(actorOf(caller), caller.client.slug, userId);
    return { body: { ok: true, ...presentBlockedUser(user), blocked: true } };
  };
}

export function unblockUser(blocked: UserBlocker): Handler<Endpoints['unblockUser']> {
  return async ({ caller, query }) => {
    const { userId } = identify(caller, { query: query.external_user_id });
    const isBlocked = await blocked.unblock(actorOf(caller), caller.client.slug, userId);
    return { body: { ok: true, external_user_id: userId, blocked: isBlocked } };
  };
}
