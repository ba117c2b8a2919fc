import { limits } from '#contract/limits.ts';
import type { ChatPageData, PageTenant, PageUser } from '#contract/pages.ts';
import type { Conversation } from '#contract/resources.ts';
import type { Brand } from '#core/brand/brand.ts';
import type { BrandStore } from '#core/brand/brand-store.ts';
import type { Client } from '#core/clients/client.ts';
import { type HostedUser, type HostedUserStore, parseHostedUserIdentity } from '#core/clients/hosted-user.ts';
import type { ConversationStore } from '#core/conversations/conversation-store.ts';
import { listWithPinned } from '#core/conversations/list-conversations.ts';
import { messageQuery, readConversation } from '#core/conversations/read-conversation.ts';
import { ParleyError } from '#core/errors.ts';
import type { Owner, Visitor } from '#core/identity/caller.ts';
import type { ConfiguredModels } from '#core/models/client-models.ts';
import { readUsage, type UsageReading } from '#core/usage/usage.ts';
import { identify } from '../session/request-identity.ts';

export interface ChatPageServices extends UsageReading {
  readonly brands: BrandStore;
  readonly users: HostedUserStore;
  readonly conversations: ConversationStore;
  readonly models: ConfiguredModels;
}

const firstConversations = 30;
const toldForMs = 90 * 24 * 60 * 60 * 1000;

/** The data for the chat's first view, so that it is usable without further requests. */
export async function chatPageData(
  services: ChatPageServices,
  caller: Visitor,
  conversationId: string | null,
): Promise<ChatPageData> {
  const { client } = caller;
  const owner = identify(caller, {});
  const [brand, user, usage, conversations, conversation] = await Promise.all([
    services.brands.find(client.id),
    userOf(services.users, caller),
    readUsage(services, caller, owner),
    listWithPinned(services.conversations, owner, firstConversations),
    conversationId === null ? null : findConversation(services, client, owner, conversationId),
  ]);
  return {
    ...commonData(client, brand),
    mode: 'page',
    embedOrigins: [],
    user: presentUser(caller, user),
    usage: usage.answer.usage,
    conversations,
    conversation,
    accountUrl: caller.admin ? '/account' : null,
    signOutUrl: '/session/end',
    passwordLink: await passwordLinkOf(services.users, client, user),
  };
}

/** The chat in a frame reads everything about its user with the token, which comes later. */
export async function embedPageData(
  services: Pick<ChatPageServices, 'brands'>,
  client: Client,
): Promise<ChatPageData> {
  return {
    ...commonData(client, await services.brands.find(client.id)),
    mode: 'embed',
    embedOrigins: client.origins,
    user: null,
    usage: null,
    conversations: null,
    conversation: null,
    accountUrl: null,
    signOutUrl: null,
    passwordLink: null,
  };
}

export function pageTenant(client: Client, brand: Brand): PageTenant {
  const { greeting, starters, aiNotice, hasLogo: logo } = brand;
  const { slug, name } = client;
  return { slug, name, assistant: brand.assistantName ?? name, logo, greeting, starters, aiNotice };
}

export async function readPageUser(users: HostedUserStore, caller: Visitor): Promise<PageUser> {
  return presentUser(caller, await userOf(users, caller));
}

function presentUser({ userId, admin }: Visitor, user: HostedUser | null): PageUser {
  return { id: userId, label: user?.email ?? userId, admin, language: user?.language ?? null };
}

async function userOf(users: HostedUserStore, { client, hostedUserId }: Visitor): Promise<HostedUser | null> {
  return hostedUserId === null ? null : users.find(client.id, { id: hostedUserId });
}

/** Shown for some time, because the next sign-in may be a while away, and in more than one browser. */
async function passwordLinkOf(users: HostedUserStore, client: Client, user: HostedUser | null) {
  const link = user?.linkIssued ?? null;
  if (link === null || Date.now() - link.at.getTime() > toldForMs) return null;
  const id = parseHostedUserIdentity(link.by);
  const by = id === null ? null : ((await users.find(client.id, { id }))?.email ?? null);
  return { by, at: link.at.toISOString() };
}

function commonData(client: Client, brand: Brand) {
  return {
    page: 'chat',
    tenant: pageTenant(client, brand),
    limits: {
      promptCharacters: limits.promptCharacters,
      titleCharacters: limits.titleCharacters,
      commentCharacters: limits.commentCharacters,
    },
    deepDiveEnabled: client.deepDiveEnabled,
    modelLinks: client.modelLinks,
    agents: namesOf(client),
    subscriptionStatus: client.subscriptionStatus,
  } as const;
}

function namesOf({ agents }: Client): ChatPageData['agents'] {
  if (agents.size < 2) return null;
  return Object.fromEntries([...agents.values()].map(({ slug, name }) => [slug, name]));
}

async function findConversation(
  { conversations, models }: ChatPageServices,
  client: Client,
  owner: Owner,
  id: string,
): Promise<Conversation | null> {
  try {
    const { conversation } = await readConversation(
      conversations,
      models,
      client,
      owner,
      id,
      messageQuery({}),
    );
    return conversation;
  } catch (error) {
    if (error instanceof ParleyError && error.status === 404) return null;
    throw error;
  }
}
