import { type Static, Type } from 'typebox';
import { oneOf, Timestamp } from './resources.ts';

const ofTurn = {
  job_uuid: 'the turn, as the job routes name it',
  conversation_uuid: 'its conversation',
  message_uuid: 'the message that holds the answer',
  agent_slug: 'the agent that was asked',
  external_user_id: 'the end user',
  status: 'the final state',
  finish_reason: 'how the answer ended: `stop`, `length`, `cancelled` or `error`',
  error_code: 'the code of the failure, or null',
  charged: 'what it cost in each dimension, and `refunded`',
} as const;

const ofQuota = {
  scope: '`client` or `user`: whose limit it is',
  external_user_id: 'the end user; null where the limit is the client’s',
  dimension: 'the dimension of the quota',
  limit: 'the limit of the day',
  used: 'what is used of it',
  reset_at: 'when the next day begins',
} as const;

const ofUser = { external_user_id: 'the user' } as const;

/** Every type of event with the members of its `data`. Types and members are only ever added. */
export const eventTable = {
  'job.completed': { about: 'A job has its answer.', data: ofTurn },
  'job.failed': { about: 'A job has failed.', data: ofTurn },
  'job.cancelled': { about: 'A job was cancelled.', data: ofTurn },
  'job.expired': { about: 'A job waited too long in the queue.', data: ofTurn },
  'turn.failed': { about: 'A streamed answer has failed.', data: ofTurn },
  'feedback.saved': {
    about: 'An answer was rated, or its rating was taken back.',
    data: {
      conversation_uuid: 'the conversation',
      message_uuid: 'the rated answer',
      external_user_id: 'the end user',
      rating: '`up`, `down`, or null when it was taken back',
    },
  },
  'conversation.deleted': {
    about: 'A conversation and its messages were erased, by request or by the retention of the client.',
    data: { conversation_uuid: 'the conversation', external_user_id: 'the end user' },
  },
  'quota.warning': { about: '80 % of a limit of the day are used, once a day.', data: ofQuota },
  'quota.reached': { about: 'A limit of the day is used up, once a day.', data: ofQuota },
  'client.updated': {
    about: 'Settings of the client were changed.',
    data: { changed: 'the names of the changed settings' },
  },
  'key.rotated': {
    about: 'The API key was replaced.',
    data: {
      key_prefix: 'the beginning of the new key',
      previous_key_until: 'when the previous key ends; null: it has ended',
    },
  },
  'handoff.rotated': {
    about: 'The handoff key was replaced, and every hosted session has ended.',
    data: { handoff_kid: 'the id of the new key' },
  },
  'user.disabled': { about: 'A user of the tenant was disabled.', data: ofUser },
  'user.enabled': { about: 'A user of the tenant was enabled.', data: ofUser },
  'user.blocked': { about: 'An end user was blocked.', data: ofUser },
  'user.unblocked': { about: 'An end user is no longer blocked.', data: ofUser },
  'webhook.disabled': {
    about: 'Deliveries to an endpoint have ended.',
    data: {
      webhook_id: 'the endpoint',
      url: 'the origin of its address, without path and query',
      reason: '`gone` (it answered 410) or `failing`',
    },
  },
  'webhook.test': {
    about: 'A test of one endpoint, delivered to that endpoint only.',
    data: { webhook_id: 'the endpoint' },
  },
} as const satisfies Record<string, { about: string; data: Readonly<Record<string, string>> }>;

export type EventType = keyof typeof eventTable;

/** Listed for schemas and queries, in the order of the table. */
export const eventTypes = Object.keys(eventTable).filter(isEventType);

export function isEventType(name: string): name is EventType {
  return Object.hasOwn(eventTable, name);
}

export const Event = Type.Object({
  id: Type.String({ description: '`evt_<uuid>`; a webhook sends it as `webhook-id`.' }),
  type: Type.String({ description: `One of ${eventTypes.join(', ')}. A later version may know more.` }),
  timestamp: Timestamp,
  data: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Ids, states and codes; never the text of a message. The guide on webhooks lists the members.',
  }),
});
export type Event = Static<typeof Event>;

export const EventAnswer = Type.Object({ ok: Type.Literal(true), ...Event.properties });
export type EventAnswer = Static<typeof EventAnswer>;

export const EventList = Type.Object({
  ok: Type.Literal(true),
  object: Type.Literal('list'),
  data: Type.Array(Event),
  has_more: Type.Boolean(),
  next_cursor: Type.String({ description: 'Send it back as `after`. Valid for 30 days.' }),
});
export type EventList = Static<typeof EventList>;

export const quotaLevels = ['warning', 'reached'] as const;
export type QuotaLevel = (typeof quotaLevels)[number];

export const webhookDisabledReasons = ['gone', 'failing'] as const;
export const WebhookDisabledReason = oneOf(webhookDisabledReasons);
