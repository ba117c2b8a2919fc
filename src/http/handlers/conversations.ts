import type { endpoints } from '#contract/endpoints/endpoints.ts';
import type { ConversationStore } from '#core/conversations/conversation-store.ts';
import { deleteConversation } from '#core/conversations/delete-conversation.ts';
import { listConversations } from '#core/conversations/list-conversations.ts';
import { rateAnswer } from '#core/conversations/rate-answer.ts';
import { readConversation } from '#core/conversations/read-conversation.ts';
import { updateConversation } from '#core/conversations/update-conversation.ts';
import type { ConfiguredModels } from '#core/models/client-models.ts';
import type { TurnProcess } from '#core/turn/turn-process.ts';
import type { Handler } from '../routing/call.ts';
import { identify } from '../session/request-identity.ts';

export interface ConversationServices {
  readonly conversations: ConversationStore;
  readonly models: ConfiguredModels;
  readonly process: TurnProcess;
}

export function listConversationsHandler({
  conversations,
}: ConversationServices): Handler<typeof endpoints.listConversations> {
  return async ({ caller, query }) => {
    const owner = identify(caller, { query: query.external_user_id });
    const { limit, cursor, agent_slug: agentSlug, archived, q } = query;
    const request = { limit, cursor, agentSlug, archived, q };
    return { body: await listConversations(conversations, owner, request) };
  };
}

export function getConversationHandler({
  conversations,
  models,
}: ConversationServices): Handler<typeof endpoints.getConversation> {
  return async ({ caller, params, query }) => {
    const owner = identify(caller, { query: query.external_user_id });
    const { limit, before, include } = query;
    const id = params['uuid'] ?? '';
    return {
      body: await readConversation(conversations, models, caller.client, owner, id, {
        limit,
        before,
        include,
      }),
    };
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
    return { body: await deleteConversation(conversations, process, owner, id) };
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
