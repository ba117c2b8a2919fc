import type { FeedbackList, UnansweredList } from '#contract/people/feedback.ts';
import type { OperationExample } from '../types.ts';
import { answer, cursors, ids, prompt, times, user } from './values.ts';

const list: FeedbackList = {
  ok: true,
  object: 'list',
  data: [
    {
      feedback_uuid: ids.feedback,
      rating: 'down',
      comment: 'I asked for a longer one.',
      conversation_uuid: ids.conversation,
      message_uuid: ids.answer,
      external_user_id: user,
      agent_slug: 'assistant',
      guidance_version: null,
      question: prompt,
      answer,
      created_at: times.finished,
    },
  ],
  has_more: false,
  next_cursor: null,
};

const unanswered: UnansweredList = {
  ok: true,
  object: 'list',
  data: [
    {
      conversation_uuid: ids.conversation,
      message_uuid: ids.answer,
      external_user_id: user,
      question: prompt,
      answer,
      created_at: times.finished,
    },
  ],
  has_more: false,
  next_cursor: null,
};

/** The examples of reading what people thought of the answers. */
export const feedbackExamples = {
  listFeedback: {
    parameters: {
      ...{ rating: 'down', agent_slug: 'assistant', since: '2026-11-01', until: '2026-12-01' },
      ...{ limit: 20, cursor: cursors.list },
    },
    answers: { 200: list },
  },
  listUnanswered: {
    parameters: { agent: 'assistant', limit: 20, cursor: cursors.list },
    answers: { 200: unanswered },
  },
} as const satisfies Record<string, OperationExample>;
