import type { Conversation } from '#contract/resources.ts';
import type { Client } from '../clients/client.ts';
import { errors, StaleClient } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import type { ReaderEntry } from '../jobs/reader-slots.ts';
import type { ConfiguredModels } from '../models/client-models.ts';
import { isUuid } from '../shared/new-id.ts';
import { windowOf } from '../turn/run-turn.ts';
import { type KnownStates, tagsOf } from './conversation-state.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { ConversationPollStore, ConversationWatch, PolledConversation } from './conversation-watch.ts';
import { candidateOf, messageQuery, type ReadRequest, readConversation } from './read-conversation.ts';

export interface ConversationWaiting {
  readonly conversations: ConversationStore;
  readonly models: ConfiguredModels;
  readonly polls: ConversationPollStore;
  readonly watch: ConversationWatch;
  readonly readers: ReaderEntry;
}

/** What a reader knows, and how long it waits for something else; null knows nothing, and waits for nothing. */
export interface ReaderKnows {
  readonly states: KnownStates | null;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** A state's name, and the conversation unless the reader knows that state. */
export interface ReadChange {
  readonly tag: string;
  readonly conversation: Conversation | null;
}

/**
 * The conversation, unless the reader knows its state already, also at the end of the wait. The name of a state is
 * never newer than what is read with it, so that no change gets lost between two requests.
 */
export async function readChanges(
  services: ConversationWaiting,
  client: Client,
  owner: Owner,
  conversationId: string,
  request: ReadRequest,
  known: ReaderKnows,
): Promise<ReadChange> {
  const query = messageQuery(request);
  const { states } = known;
  if (states !== null) {
    const tag = await settledTag(services, client, { owner, conversationId }, { ...known, states });
    if (states.has(tag)) return { tag, conversation: null };
  }
  const { conversations, models } = services;
  return readConversation(conversations, models, client, owner, conversationId, query);
}

async function settledTag(
  services: ConversationWaiting,
  client: Client,
  watched: { readonly owner: Owner; readonly conversationId: string },
  { states, waitMs, signal }: ReaderKnows & { readonly states: KnownStates },
): Promise<string> {
  const tagsNow = (polled: PolledConversation) =>
    tagsOf(polled, windowOf(candidateOf(client, polled.agentSlug, services.models)));
  const first = await pollOnce(services.polls, watched);
  const { change, whole } = tagsNow(first);
  if (waitMs <= 0 || !states.matchesExcept(change)) return whole;
  using _ = services.readers.enter(watched.owner);
  const { version } = first;
  const known = { ...watched, version, clientVersion: client.version };
  await services.watch.news(known, Boolean, { signal, waitMs });
  const last = await pollOnce(services.polls, watched);
  // Its key may have been rotated meanwhile, or the client revoked.
  if (last.clientVersion !== client.version) throw new StaleClient();
  return tagsNow(last).whole;
}

async function pollOnce(
  polls: ConversationPollStore,
  { owner, conversationId }: { readonly owner: Owner; readonly conversationId: string },
): Promise<PolledConversation> {
  const [polled] = isUuid(conversationId)
    ? await polls.poll([{ owner, conversationId: conversationId.toLowerCase() }])
    : [];
  if (!polled) throw errors.conversationNotFound();
  return polled;
}
