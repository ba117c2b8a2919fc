import type { EndUser } from '#contract/console/end-user.ts';
import { peopleOperations as rows } from '#contract/operations/people.ts';
import type { UserBlocker } from '../../administration/block-users.ts';
import type { EndUserSummary, UserDataManager } from '../../administration/manage-user-data.ts';
import { errors } from '../../errors.ts';
import { presentBlockedUser } from '../../identity/blocked-user.ts';
import { checkAnyUserId, checkExternalUserId } from '../../identity/external-user-id.ts';
import { presentPage } from '../../shared/list-page.ts';
import { patienceOf } from '../principal.ts';
import { type ClientCall, forOperators, listed, type PerformsAll } from './client-operation.ts';

export interface PeopleServices {
  readonly userData: UserDataManager;
  readonly blocked: UserBlocker;
}

const ok = { ok: true } as const;

/** The operations on end users: who may send, and what is stored about them. */
const performs: PerformsAll<typeof rows, PeopleServices> = {
  listBlockedUsers: async ({ blocked }, { client, query }) => ({
    body: presentPage(await blocked.list(client.slug, query), presentBlockedUser),
  }),
  blockUser: async ({ blocked }, call) => {
    const user = await blocked.block(call.by.actor, call.client.slug, personIn(call));
    return { body: { ...ok, ...presentBlockedUser(user), blocked: true } };
  },
  unblockUser: async ({ blocked }, call) => {
    const userId = personIn(call);
    const isBlocked = await blocked.unblock(call.by.actor, call.client.slug, userId);
    return { body: { ...ok, external_user_id: userId, blocked: isBlocked } };
  },
  getEndUser: async ({ userData }, call) => ({
    body: presentEndUser(await userData.summarize(call.client.slug, personIn(call))),
  }),
  exportUserData: async ({ userData }, call) => ({
    body: await userData.export(call.by.actor, call.client.slug, personIn(call)),
  }),
  eraseUserData: async ({ userData }, call) => {
    const { by, client } = call;
    const userId = personIn(call);
    requireOther(call, userId);
    const status = await userData.erase(by.actor, client.slug, userId, patienceOf(by));
    return { body: { ...ok, external_user_id: userId, status } };
  },
};

export const peopleOperations = listed(rows, performs);
export const operatorPeopleOperations = forOperators(rows, performs);

type PersonCall = Pick<ClientCall<{ readonly external_user_id?: string }>, 'by' | 'query'>;

/** A partner's key names its own users; administrators and operators also those who sign in, as `hu:<uuid>`. */
function personIn({ by, query: { external_user_id: named } }: PersonCall): string {
  switch (by.channel) {
    case 'key':
      return checkExternalUserId(named, '?external_user_id');
    case 'account':
      return checkAnyUserId(named, '?identity');
    default:
      return checkAnyUserId(named, '?external_user_id');
  }
}

/** Administrators cannot erase themselves: the last one could not undo it. */
function requireOther({ by }: PersonCall, userId: string): void {
  if (by.channel !== 'account' || by.actor.id !== userId) return;
  throw errors.invalidField('?identity', 'cannot be yourself', 'own_account');
}

function presentEndUser(summary: EndUserSummary): EndUser {
  const { day, today, conversations, lastMessageAt, blockedAt } = summary;
  return {
    ...ok,
    external_user_id: summary.externalUserId,
    day,
    today,
    conversations: { count: conversations.count, more: conversations.hasMore },
    last_message_at: lastMessageAt?.toISOString() ?? null,
    blocked_at: blockedAt?.toISOString() ?? null,
    erasing: summary.isErasing,
  };
}
