import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import type { accountPeopleEndpoints } from '#contract/endpoints/account-people-endpoints.ts';
import { errors } from '#core/errors.ts';
import { presentBlockedUser } from '#core/identity/blocked-user.ts';
import { checkAnyUserId } from '#core/identity/external-user-id.ts';
import { readEndedTurns } from '#core/jobs/ended-turns.ts';
import { presentPage } from '#core/shared/list-page.ts';
import type { Handler } from '../../routing/call.ts';
import { sendLines } from '../../streaming/send-lines.ts';
import { erasurePatienceMs } from '../people/user-data.ts';
import { type AccountServices, actorOf, administratorOf } from './account-services.ts';

type Endpoints = typeof accountPeopleEndpoints;
type Services = Pick<AccountServices, 'administration'>;

export function listBlockedUsers({ administration }: Services): Handler<Endpoints['listBlockedUsers']> {
  return async ({ caller, query }) => ({
    body: presentPage(await administration.blocked.list(caller.client.slug, query), presentBlockedUser),
  });
}

export function blockUser({ administration }: Services): Handler<Endpoints['blockUser']> {
  return async ({ caller, query }) => {
    const userId = personIn(query);
    const user = await administration.blocked.block(actorOf(caller), caller.client.slug, userId);
    return { body: { ok: true, ...presentBlockedUser(user), blocked: true } };
  };
}

export function unblockUser({ administration }: Services): Handler<Endpoints['unblockUser']> {
  return async ({ caller, query }) => {
    const userId = personIn(query);
    const blocked = await administration.blocked.unblock(actorOf(caller), caller.client.slug, userId);
    return { body: { ok: true, external_user_id: userId, blocked } };
  };
}

/** What became of the questions of the tenant's people, or of one person. */
export function listEndedTurns({
  endedTurns,
}: Pick<AccountServices, 'endedTurns'>): Handler<(typeof accountEndpoints)['listEndedTurns']> {
  return async ({ caller, query: { identity, ...query } }) => {
    const userId = identity === undefined ? null : personIn({ identity });
    const reading = { clientSlug: caller.client.slug, userId, query };
    return { body: await readEndedTurns(endedTurns, reading) };
  };
}

export function exportUserData({ administration }: Services): Handler<Endpoints['exportUserData']> {
  return async ({ caller, query, reply }) => {
    const userId = personIn(query);
    const lines = await administration.userData.export(actorOf(caller), caller.client.slug, userId);
    return sendLines(reply, lines, 'user-data');
  };
}

/** Administrators cannot erase themselves: the last one could not undo it. */
export function eraseUserData({ administration }: Services): Handler<Endpoints['eraseUserData']> {
  return async ({ caller, query }) => {
    const userId = personIn(query);
    if (userId === administratorOf(caller).userId) {
      throw errors.invalidField('?identity', 'cannot be yourself', 'own_account');
    }
    const { slug } = caller.client;
    const status = await administration.userData.erase(actorOf(caller), slug, userId, erasurePatienceMs);
    return { status: 202, body: { ok: true, external_user_id: userId, status } };
  };
}

function personIn(query: { readonly identity: string }): string {
  return checkAnyUserId(query.identity, '?identity');
}
