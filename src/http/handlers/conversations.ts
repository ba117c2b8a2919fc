import type { endpoints } from '#contract/endpoints/endpoints.ts';
import type { ConversationStore } from '#core/conversations/conversation-store.ts';
import type { ConversationPollStore, ConversationWatch } from '#core/conversations/conversation-watch.ts';
import { deleteConversation } from '#core/conversations/delete-conversation.ts';
import { listConversations } from '#core/conversations/list-conversations.ts';
import { rateAnswer } from '#core/conversations/rate-answer.ts';
import { readChanges } from '#core/conversations/read-changes.ts';
import { searchConversations } from '#core/conversations/search-conversations.ts';
import type { ConversationSearch } from '#core/conversations/search-store.ts';
import { updateConversation } from '#core/conversations/update-conversation.ts';
import type { TurnReading } from '#core/jobs/turn-reading.ts';
import type { ConfiguredModels } from '#core/models/client-models.ts';
import type { TurnProcess } from '#core/turn/turn-process.ts';
import type { Handler } from '../routing/call.ts';
import { knownStates } from '../server/if-none-match.ts';
import { identify } from '../session/request-identity.ts';
import { goneSignal } from '../streaming/open-stream.ts';

export interface ConversationServices {
  readonly conversations: ConversationStore;
  readonly search: ConversationSearch;
  readonly models: ConfiguredModels;
  readonly process: Pick<TurnProcess, 'running'>;
  readonly reading: TurnReading;
  /** For readers that wait. */
  readonly changes: { readonly polls: ConversationPollStore; readonly watch: ConversationWatch };
}

export function listConversationsHandler({
  conversations,
  search,
  reading: { readers },
}: ConversationServices): Handler<typeof endpoints.listConversations> {
  return async ({ caller, query }) => {
    const owner = identify(caller, { query: query.external_user_id });
    const { limit, cursor, agent_slug: agentSlug, archived, q } = query;
    const request = { limit, cursor, agentSlug, archived };
    return {
      body:
        q === undefined
          ? await listConversations(conversations, owner, request)
          : await searchConversations({ search, readers }, owner, { ...request, q }),
    };
  };
}

export function getConversationHandler({
  conversations,
  models,
  reading: { readers },
  changes,
}: ConversationServices): Handler<typeof endpoints.getConversation> {
  const services = { conversations, models, readers, ...changes };
  return async ({ caller, params, query, request, reply }) => {
    const owner = identify(caller, { query: query.external_user_id });
    const { limit, before, include, wait = 0 } = query;
    const known = {
      states: knownStates(request),
      // When the client has changed meanwhile, the request is decided again in the time that is left.
      waitMs: wait * 1000 - reply.elapsedTime,
      signal: goneSignal(reply),
    };
    const id = params['uuid'] ?? '';
    const page = { limit, before, include };
    const { tag, conversation } = await readChanges(services, caller.client, owner, id, page, known);
    const headers = { etag: `W/"${tag}"` };
    return conversation === null ? { status: 304, headers, body: null } : { headers, body: conversation };
  };
}

export function renameConversationHandler({
  conversations,
}: ConversationServices): Handler<typeof endpoints.renameConversation> {
  return async ({ caller, params, query, body }) => {
    const owner = identify(caller, { query: query.external_user_id, body: body.external_user_id });
    const { title, pinned, archived } = body;
    const change = { title, pinned, archived };
    return { body: await updateConversation(conversations, owner, params['uuid'] ?? '', change) };
  };
}

export function deleteConversationHandler({
  conversations,
  process,
}: ConversationServices): Handler<typeof endpoints.deleteConversation> {
  return async ({ caller, params, query, body }) => {
    const owner = identify(caller, { query: query.external_user_id, body: body?.external_user_id });
    const id = params['uuid'] ?? '';
    return { body: await deleteConversation(conversations, process.running, owner, id) };
  };
}

export function saveFeedbackHandler({
  conversations,
}: ConversationServices): Handler<typeof endpoints.saveFeedback> {
  return async ({ caller, params, query, body }) => {
    const owner = identify(caller, { query: query.external_user_id, body: body.external_user_id });
    const { rating, message_uuid: messageId, comment } = body;
    const request = { rating, messageId, comment };
    return { body: await rateAnswer(conversations, owner, params['uuid'] ?? '', request) };
  };
}
