import { limits } from '#contract/limits.ts';
import type { ContextUsage, Conversation } from '#contract/resources.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import type { ModelCandidate } from '../models/choose-model.ts';
import { type ConfiguredModels, candidatesOf } from '../models/client-models.ts';
import { isUuid } from '../shared/new-id.ts';
import { tokensOfBytes } from '../turn/prompt.ts';
import { windowOf } from '../turn/run-turn.ts';
import type { MessageSize } from './conversation.ts';
import { tagsOf } from './conversation-state.ts';
import type { ConversationStore, MessageQuery } from './conversation-store.ts';
import { checkPageSize, parseMessageCursor } from './page.ts';
import { presentConversation } from './present-conversation.ts';

/** The query of GET /conversations/{uuid}, each value as it was sent. */
export interface ReadRequest {
  readonly limit?: number | undefined;
  readonly before?: string | undefined;
  readonly include?: 'set_aside' | undefined;
}

/** A conversation, and the name of the state that was read. */
export interface ReadState {
  readonly tag: string;
  readonly conversation: Conversation;
}

/** One conversation with its newest messages, or with those before a cursor, oldest first. */
export async function readConversation(
  conversations: ConversationStore,
  models: ConfiguredModels,
  client: Client,
  owner: Owner,
  conversationId: string,
  query: MessageQuery,
): Promise<ReadState> {
  const page = isUuid(conversationId) ? await conversations.read(owner, conversationId, query) : null;
  if (page === null) throw errors.conversationNotFound();
  const candidate = candidateOf(client, page.conversation.agentSlug, models);
  return {
    tag: tagsOf(page.state, windowOf(candidate)).whole,
    conversation: presentConversation(page, contextUsage(page.sizes, candidate)),
  };
}

export function messageQuery({ limit, before, include }: ReadRequest): MessageQuery {
  return {
    limit: checkPageSize(limit, limits.messagePage),
    before: parseMessageCursor(before),
    withSetAside: include === 'set_aside',
  };
}

/** The model that would answer the next prompt. */
export function candidateOf(
  client: Client,
  agentSlug: string,
  models: ConfiguredModels,
): ModelCandidate | undefined {
  return candidatesOf(client, client.agents.get(agentSlug), false, models)[0];
}

/**
 * How much of the answering model's window is used. A history longer than the window is cut, so the value never
 * exceeds 100 %.
 */
function contextUsage(
  newestFirst: readonly MessageSize[],
  candidate: ModelCandidate | undefined,
): ContextUsage {
  const windowTokens = windowOf(candidate);
  const tokens = latestVersions(newestFirst).reduce((sum, { bytes }) => sum + tokensOfBytes(bytes), 0);
  return { used_tokens: Math.min(tokens, windowTokens), window_tokens: windowTokens };
}

/** Keeps only the latest of several answers to one message; input and output are newest first. */
function latestVersions(newestFirst: readonly MessageSize[]): MessageSize[] {
  const answered = new Set<string>();
  return newestFirst.filter((message) => {
    if (message.role === 'user' || message.replyTo === null) return true;
    if (answered.has(message.replyTo)) return false;
    answered.add(message.replyTo);
    return true;
  });
}
