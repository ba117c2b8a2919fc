import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { limits } from '../limits.ts';
import { byUser, identity, pageOf } from '../request-parts.ts';
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
        q: Type.Optional(Type.String({ maxLength: 200, description: 'Searches titles.' })),
      },
      strict,
    ),
    body: null,
    answers: { 200: ConversationList },
  },
  getConversation: {
    operation: 'getConversation',
    summary: 'Display-safe history',
    method: 'GET',
    path: '/conversations/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object(
      { ...identity, ...pageOf(limits.messagePage), before: Type.Optional(Type.String()) },
      strict,
    ),
    body: null,
    answers: { 200: Conversation },
  },
  renameConversation: {
    operation: 'renameConversation',
    summary: 'Rename a conversation',
    method: 'PATCH',
    path: '/conversations/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: byUser,
    body: Type.Object(
      { ...identity, title: Type.String({ description: '1 to 200 characters after trimming.' }) },
      strict,
    ),
    answers: { 200: ConversationRenamed },
  },
  deleteConversation: {
    operation: 'deleteConversation',
    summary: 'Delete a conversation and erase its messages',
    method: 'DELETE',
    path: '/conversations/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: byUser,
    body: byUser,
    bodyOptional: true,
    answers: { 200: ConversationDeleted },
  },
  saveFeedback: {
    operation: 'saveFeedback',
    summary: 'Thumbs up or down for an answer; costs no quota',
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
  },
} as const satisfies Record<string, Endpoint>;
