import type { EndUser } from '#contract/console/end-user.ts';
import type { UserBlocker } from '../administration/block-users.ts';
import type { ClientDeletion } from '../administration/delete-client.ts';
import type { EndUserLook, UserDataManager } from '../administration/manage-user-data.ts';
import { hostedUserIdentity, parseHostedUserIdentity } from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import { presentBlockedUser } from '../identity/blocked-user.ts';
import { checkAnyUserId } from '../identity/external-user-id.ts';
import { presentPage } from '../shared/list-page.ts';
import { type OperationCall, operation, parameter } from './operation.ts';

interface Services {
  readonly userData: UserDataManager;
}

interface BlockServices {
  readonly blocked: UserBlocker;
}

interface DeletionServices {
  readonly clientDeletion: ClientDeletion;
}

/** How long a request waits for the end of an erasure, and a command, for which it is no trouble. */
const patienceMs = { request: 2_000, cli: 20_000 };

const ok = { ok: true } as const;

/** What ends: clients, people who sign in, and what is stored about an end user; and who may send until then. */
export const peopleOperations = {
  deleteClient: operation('deleteClient', async ({ clientDeletion }: DeletionServices, { by, params }) => {
    const slug = parameter(params, 'slug');
    await clientDeletion.delete(by.actor, slug, patienceOf({ by }));
    return { body: { ...ok, slug, deleted: true } } as const;
  }),
  deleteUser: operation('deleteUser', async ({ userData }: Services, { by, params }) => {
    const slug = parameter(params, 'slug');
    const id = parseHostedUserIdentity(parameter(params, 'id'));
    if (id === null) throw errors.userNotFound();
    await userData.deleteUser(by.actor, slug, id, patienceMs.request);
    return { body: { ...ok, id: hostedUserIdentity(id), deleted: true } } as const;
  }),
  getEndUser: operation('getEndUser', async ({ userData }: Services, call) => ({
    body: presentEndUser(await userData.look(slugIn(call), personIn(call))),
  })),
  listBlockedUsers: operation('listBlockedUsers', async ({ blocked }: BlockServices, call) => ({
    body: presentPage(await blocked.list(slugIn(call), call.query), presentBlockedUser),
  })),
  blockUser: operation('blockUser', async ({ blocked }: BlockServices, call) => {
    const user = await blocked.block(call.by.actor, slugIn(call), personIn(call));
    return { body: { ...ok, ...presentBlockedUser(user), blocked: true } } as const;
  }),
  unblockUser: operation('unblockUser', async ({ blocked }: BlockServices, call) => {
    const userId = personIn(call);
    const isBlocked = await blocked.unblock(call.by.actor, slugIn(call), userId);
    return { body: { ...ok, external_user_id: userId, blocked: isBlocked } };
  }),
  exportUserData: operation('exportUserData', async ({ userData }: Services, call) => ({
    body: await userData.export(call.by.actor, slugIn(call), personIn(call)),
  })),
  eraseUserData: operation('eraseUserData', async ({ userData }: Services, call) => {
    const userId = personIn(call);
    const status = await userData.erase(call.by.actor, slugIn(call), userId, patienceOf(call));
    return { body: { ...ok, external_user_id: userId, status } };
  }),
};

type Call = Pick<OperationCall, 'by' | 'params'>;
type PersonCall = Pick<OperationCall<{ readonly external_user_id: string }>, 'query'>;

function slugIn({ params }: Pick<Call, 'params'>): string {
  return parameter(params, 'slug');
}

function patienceOf({ by }: Pick<Call, 'by'>): number {
  return by.channel === 'cli' ? patienceMs.cli : patienceMs.request;
}

/** As the partner names the person, or `hu:<uuid>` for one who signs in. */
function personIn({ query }: PersonCall): string {
  return checkAnyUserId(query.external_user_id, '?external_user_id');
}

function presentEndUser(look: EndUserLook): EndUser {
  const { day, today, conversations, lastMessageAt, blockedAt } = look;
  return {
    ...ok,
    external_user_id: look.externalUserId,
    day,
    today,
    conversations: { count: conversations.count, more: conversations.hasMore },
    last_message_at: lastMessageAt?.toISOString() ?? null,
    blocked_at: blockedAt?.toISOString() ?? null,
    erasing: look.isErasing,
  };
}
