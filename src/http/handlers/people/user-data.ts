import type { peopleEndpoints } from '#contract/endpoints/people-endpoints.ts';
import type { UserDataManager } from '#core/administration/manage-user-data.ts';
import type { Handler } from '../../routing/call.ts';
import { identify } from '../../session/request-identity.ts';
import { sendLines } from '../../streaming/send-lines.ts';
import { actorOf } from './key-actor.ts';

type Endpoints = typeof peopleEndpoints;

/** How long a request waits for the end of an erasure; most take less. */
export const erasurePatienceMs = 2_000;

export function exportUserData(userData: UserDataManager): Handler<Endpoints['exportUserData']> {
  return async ({ caller, query, reply }) => {
    const { userId } = identify(caller, { query: query.external_user_id });
    const lines = await userData.export(actorOf(caller), caller.client.slug, userId);
    return sendLines(reply, lines, 'user-data');
  };
}

export function eraseUserData(userData: UserDataManager): Handler<Endpoints['eraseUserData']> {
  return async ({ caller, query }) => {
    const { userId } = identify(caller, { query: query.external_user_id });
    const { slug } = caller.client;
    const status = await userData.erase(actorOf(caller), slug, userId, erasurePatienceMs);
    return { status: 202, body: { ok: true, external_user_id: userId, status } };
  };
}
