import type {
  Conversation,
  ConversationDeleted,
  ConversationList,
  ConversationSummary,
  FeedbackSaved,
} from '#contract/resources.ts';
import type { OperationExample } from '../types.ts';
import { answer, cursors, ids, noSources, prompt, times, user } from './values.ts';

const summary: ConversationSummary = {
  conversation_uuid: ids.conversation,
  title: 'Rivers',
  agent_slug: 'assistant',
  message_count: 2,
  pinned: true,
  archived: false,
  last_message_at: times.finished,
  created_at: times.created,
  updated_at: times.finished,
};

const list: ConversationList = {
  ok: true,
  object: 'list',
  data: [
    {
      ...summary,
      match: { message_uuid: ids.answer, snippet: 'The Danube is the second longest river of Europe.' },
    },
  ],
  searched_until: null,
  has_more: false,
  next_cursor: null,
};

const conversation: Conversation = {
  ok: true,
  conversation_uuid: ids.conversation,
  title: 'Rivers',
  agent_slug: 'assistant',
  pinned: true,
  archived: false,
  created_at: times.created,
  updated_at: times.finished,
  active_job_uuid: null,
  context_usage: { used_tokens: 42, window_tokens: 32_000 },
  messages: [
    {
      message_uuid: ids.prompt,
      role: 'user',
      content: prompt,
      status: 'complete',
      deep_dive: false,
      reply_to: null,
      replaces: null,
      set_aside: false,
      ...noSources,
      feedback: null,
      created_at: times.created,
    },
    {
      message_uuid: ids.answer,
      role: 'assistant',
      content: answer,
      status: 'complete',
      ai_generated: true,
      deep_dive: false,
      reply_to: ids.prompt,
      replaces: null,
      set_aside: false,
      ...noSources,
      feedback: { rating: 'up', comment: null },
      created_at: times.started,
    },
  ],
  has_more: false,
  next_cursor: null,
};

const deleted: ConversationDeleted = { ok: true, conversation_uuid: ids.conversation, deleted: true };

const rated: FeedbackSaved = {
  ok: true,
  conversation_uuid: ids.conversation,
  message_uuid: ids.answer,
  feedback: { rating: 'up', comment: 'Short and right.' },
};

const version = 'q8Zt0dVx3mJcYb5uR1sKfA.0';
const named = { external_user_id: user };
const ofConversation = { uuid: ids.conversation, external_user_id: user };

/** Examples of reading and managing conversations. */
export const conversationExamples = {
  listConversations: {
    parameters: {
      external_user_id: user,
      limit: 20,
      cursor: cursors.list,
      agent_slug: 'assistant',
      archived: 'false',
      q: 'river',
    },
    answers: { 200: list },
  },
  getConversation: {
    parameters: {
      ...ofConversation,
      limit: 50,
      before: cursors.messages,
      include: 'set_aside',
      wait: 30,
      'If-None-Match': `"${version}"`,
    },
    answers: { 200: conversation },
  },
  renameConversation: {
    parameters: ofConversation,
    body: { title: 'Rivers', pinned: true, archived: false },
    answers: { 200: { ok: true, ...summary } },
  },
  deleteConversation: { parameters: ofConversation, body: named, answers: { 200: deleted } },
  saveFeedback: {
    parameters: ofConversation,
    body: { rating: 'up', message_uuid: ids.answer, comment: 'Short and right.' },
    answers: { 200: rated },
  },
} as const satisfies Record<string, OperationExample>;
