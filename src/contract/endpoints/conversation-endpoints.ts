import { Type } from 'typebox';
import { strict } from '../chat.ts';
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
import type { Endpoint } from './endpoint.ts';

export const conversationEndpoints = {
  listConversations: {
    operation: 'listConversations',
    summary: "The end user's conversations, newest activity first",
    description:
      'Conversations of all agents. `next_cursor` is opaque and is sent back as `cursor`; there are no totals. With `q`, those in whose title, questions and answers every word occurs, in any case, as a part of the text; archived ones too, unless `archived` is sent. Each has its `match`. A search reads for 300 ms at most: while `has_more`, go on with `next_cursor`, also behind an empty page. Searches of one end user wait for each other.',
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
              'Only the archived ones, or only the others; without it and without `q`, only the others.',
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
      'Messages are oldest first within the page; the first page has the latest. `next_cursor` is sent back as `before`. A page ends with the message that brings it to 512 KiB, also before it has `limit` messages: go by `has_more`. With `include=set_aside` also the messages that a question has replaced, each with `set_aside`. Instructions, model names and the errors of providers are never shown. With `wait` and the `ETag` of an earlier answer in `If-None-Match`, answers when something has changed: a question, the end of an answer, the job that answers now, title, flags, feedback; 404 once it is deleted; 304 when the time is over. The text of an answer that is being written is followed by its job, and does not end the wait.',
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
          Type.Enum(['set_aside'], { description: 'Also the messages that are set aside.' }),
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
      'Changes what is sent, which is at least one of `title`, `pinned` and `archived`. A pinned conversation keeps its place in the list. An archived one can be read and continued as before, and stays archived until it is sent `false`. Name the end user in the query or in the body.',
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
        pinned: Type.Optional(Type.Boolean({ description: 'Whether its end user keeps it on top.' })),
        archived: Type.Optional(Type.Boolean({ description: 'Whether lists leave it out.' })),
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
      'Cancels a running answer. Messages are erased, usage stays. Name the end user in the query or in the body.',
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
      'About the last answer unless `message_uuid` names another. `rating: null` takes it back. Works when the quota is used up and when the subscription has lapsed. Name the end user in the query or in the body.',
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
