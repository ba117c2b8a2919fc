import { Type } from 'typebox';
import { strict } from '../chat.ts';
import type { Endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { byUser, identity, pageOf, wait } from '../request-parts.ts';
import {
  Conversation,
  ConversationDeleted,
  ConversationList,
  ConversationRenamed,
  FeedbackSaved,
  Nullable,
  oneOf,
  ratings,
} from '../resources.ts';

export const conversationEndpoints = {
  listConversations: {
    operation: 'listConversations',
    summary: "The end user's conversations, newest activity first",
    description:
      'Conversations with all agents. `next_cursor` is opaque; send it back as `cursor`. There are no totals. `q` finds conversations whose title, questions and answers contain every word, in any case and also inside longer words; archived ones are included, unless `archived` is sent. Each result has its `match`. A search reads for at most 300 ms: while `has_more` is true, continue with `next_cursor`, even after an empty page. Searches by one end user run one at a time.',
    method: 'GET',
    path: '/conversations',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object(
      {
        ...identity,
        ...pageOf(limits.conversationPage),
        cursor: Type.Optional(Type.String()),
        agent_slug: Type.Optional(Type.String()),
        archived: Type.Optional(
          Type.Enum(['true', 'false'], {
            description:
              '`true`: only archived conversations. `false`: only the others, which is the default without `q`.',
          }),
        ),
        q: Type.Optional(
          Type.String({ minLength: 1, description: 'Words to search for, 1 to 200 characters.' }),
        ),
      },
      strict,
    ),
    body: null,
    answers: { 200: ConversationList },
    errors: ['too_many_readers'],
  },
  getConversation: {
    operation: 'getConversation',
    summary: 'Display-safe history',
    description:
      'Messages are oldest first within a page, and the first page has the latest. Send `next_cursor` back as `before`. A page ends with the message that brings it to 512 KiB, even before it has `limit` messages, so rely on `has_more`. `include=set_aside` adds the messages that a question has replaced, each with `set_aside`. Instructions, model names and provider errors are never shown. With `wait` and the `ETag` of an earlier answer in `If-None-Match`, it answers when something changes: a question, the end of an answer, the running job, the title, flags or feedback; 404 once the conversation is deleted; 304 when the time is up. Follow the text of a running answer through its job: it does not end the wait.',
    method: 'GET',
    path: '/conversations/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object(
      {
        ...identity,
        ...pageOf(limits.messagePage),
        ...wait,
        before: Type.Optional(Type.String()),
        include: Type.Optional(
          Type.Enum(['set_aside'], { description: 'Adds the messages that are set aside.' }),
        ),
      },
      strict,
    ),
    body: null,
    answers: { 200: Conversation, 304: null },
    headers: ['ETag'],
    requestHeaders: ['If-None-Match'],
    errors: ['conversation_not_found', 'too_many_readers'],
  },
  /** Renames, pins and archives. Generated clients know it by the name of the first of these. */
  renameConversation: {
    operation: 'renameConversation',
    summary: 'Rename, pin or archive a conversation',
    description:
      'Changes the members that are sent: at least one of `title`, `pinned` and `archived`. A pinned conversation keeps its place in the list. An archived one can be read and continued as before, and stays archived until `archived` is set to `false`. Name the end user in the query or in the body.',
    method: 'PATCH',
    path: '/conversations/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: byUser,
    body: Type.Object(
      {
        ...identity,
        title: Type.Optional(Type.String({ description: '1 to 200 characters after trimming.' })),
        pinned: Type.Optional(
          Type.Boolean({ description: 'Whether its end user has pinned it to the top.' }),
        ),
        archived: Type.Optional(Type.Boolean({ description: 'Whether lists omit it.' })),
      },
      strict,
    ),
    answers: { 200: ConversationRenamed },
    errors: ['conversation_not_found'],
  },
  deleteConversation: {
    operation: 'deleteConversation',
    summary: 'Delete a conversation and erase its messages',
    description:
      'Cancels a running answer. Messages are erased, usage counts stay. Name the end user in the query or in the body.',
    method: 'DELETE',
    path: '/conversations/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: byUser,
    body: byUser,
    bodyOptional: true,
    answers: { 200: ConversationDeleted },
    errors: ['conversation_not_found'],
  },
  saveFeedback: {
    operation: 'saveFeedback',
    summary: 'Thumbs up or down for an answer; costs no quota',
    description:
      'Rates the last answer unless `message_uuid` names another. `rating: null` withdraws the rating. Works even when the quota is used up or the subscription has lapsed. Name the end user in the query or in the body.',
    method: 'POST',
    path: '/conversations/:uuid/feedback',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: byUser,
    body: Type.Object(
      {
        ...identity,
        rating: Nullable(oneOf(ratings)),
        message_uuid: Type.Optional(Type.String({ format: 'uuid' })),
        comment: Type.Optional(Type.String({ maxLength: limits.commentCharacters })),
      },
      strict,
    ),
    answers: { 200: FeedbackSaved },
    errors: ['conversation_not_found'],
  },
} as const satisfies Record<string, Endpoint>;
