import type { FastifyInstance } from 'fastify';
import { ownAccountEndpoints, ownConversationEndpoints } from '#contract/endpoints/session-endpoints.ts';
import type { LanguageWriter } from '#core/clients/hosted-user.ts';
import type { ConversationStore } from '#core/conversations/conversation-store.ts';
import { deleteAllConversations } from '#core/conversations/delete-all-conversations.ts';
import { errors } from '#core/errors.ts';
import type { Caller } from '#core/identity/caller.ts';
import { exportConversations } from '#core/people/export-user-data.ts';
import type { UserDataStore } from '#core/people/user-data.ts';
import {
  changeOwnPassword,
  type OwnAccountStores,
  type SignedIn,
  signOutEverywhere,
} from '#core/sign-in/own-account.ts';
import type { TurnProcess } from '#core/turn/turn-process.ts';
import { type Authenticate, routeAdder } from '../routing/route.ts';
import type { Cookies } from '../session/cookies.ts';
import { identify } from '../session/request-identity.ts';
import { sendLines } from '../streaming/send-lines.ts';

export interface OwnServices {
  readonly conversations: ConversationStore;
  readonly process: Pick<TurnProcess, 'running'>;
  readonly data: UserDataStore;
  readonly account: OwnAccountStores;
  readonly languages: LanguageWriter;
  readonly cookies: Cookies;
}

/** Operations of people on all their conversations. */
export function addOwnConversationRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  { conversations, process, data }: OwnServices,
): void {
  const add = routeAdder(app, prefix, authenticate);
  add(ownConversationEndpoints.deleteOwnConversations, async ({ caller }) => ({
    body: await deleteAllConversations(conversations, process.running, identify(caller, {})),
  }));
  add(ownConversationEndpoints.exportOwnConversations, async ({ caller, reply }) => {
    const conversations = exportConversations(data, identify(caller, {}));
    return sendLines(reply, conversations, 'conversations');
  });
}

/** Operations of people who signed in on their account. */
export function addOwnAccountRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  { account, languages, cookies }: OwnServices,
): void {
  const add = routeAdder(app, prefix, authenticate);
  add(ownAccountEndpoints.setLanguage, async ({ caller, body }) => {
    const { client, hostedUserId } = signedIn(caller);
    await languages.setLanguage(client.id, hostedUserId, body.language);
    return { body: done };
  });
  add(ownAccountEndpoints.signOutEverywhere, async ({ caller, reply }) => {
    await signOutEverywhere(account, signedIn(caller));
    cookies.clear(reply, 'session');
    return { body: done };
  });
  add(ownAccountEndpoints.changeOwnPassword, async ({ caller, body, request }) => {
    const given = { password: body.password, newPassword: body.new_password };
    const source = { address: request.ip, device: null };
    await changeOwnPassword(account, signedIn(caller), given, source);
    return { body: done };
  });
}

const done = { ok: true } as const;

/** The person who sent the request; the routes admit no other caller. */
function signedIn(caller: Caller): SignedIn {
  if (caller.kind !== 'hosted' || caller.hostedUserId === null) throw errors.sessionRequired();
  const { client, sessionId, hostedUserId } = caller;
  return { client, sessionId, hostedUserId };
}
