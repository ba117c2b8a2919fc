import type { Event } from '#contract/events/event-log.ts';
import type { OperationExample } from '../types.ts';
import { counts, cursors, ids, times, user } from './values.ts';

const event: Event = {
  id: `evt_${ids.event}`,
  type: 'job.completed',
  timestamp: times.finished,
  data: {
    job_uuid: ids.job,
    conversation_uuid: ids.conversation,
    message_uuid: ids.answer,
    agent_slug: 'assistant',
    status: 'completed',
    finish_reason: 'stop',
    error_code: null,
    charged: { ...counts({ requests: 1 }), refunded: false },
    external_user_id: user,
  },
};

/** Examples of the operations that read the log. */
export const eventLogExamples = {
  listEvents: {
    parameters: { types: 'job.completed,job.failed', after: cursors.events, limit: 20, wait: 0 },
    answers: {
      200: {
        ok: true,
        object: 'list',
        data: [event],
        has_more: false,
        next_cursor: cursors.events,
      },
    },
  },
  getEvent: { parameters: { event: `evt_${ids.event}` }, answers: { 200: { ok: true, ...event } } },
} as const satisfies Record<string, OperationExample>;
