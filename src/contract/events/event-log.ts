import { type Static, type TSchema, Type } from 'typebox';
import { finishReasons, jobStatuses } from '../jobs.ts';
import { perDimension, quotaDimensions, quotaScopes } from '../quota.ts';
import { Nullable, oneOf, ratings, Timestamp } from '../resources.ts';

export const webhookDisabledReasons = ['gone', 'failing'] as const;

const Uuid = (description: string) => Type.String({ format: 'uuid', description });
const Text = (description: string) => Type.String({ description });
const Moment = (description: string) => Type.String({ format: 'date-time', description });

const ofTurn = {
  job_uuid: Uuid('the turn, as the job routes name it'),
  conversation_uuid: Uuid('its conversation'),
  message_uuid: Uuid('the message that holds the answer'),
  agent_slug: Text('the agent that was asked'),
  external_user_id: Text('the end user'),
  status: Type.Enum([...jobStatuses], { description: 'the final state' }),
  finish_reason: Nullable(
    oneOf(finishReasons),
    'how the answer ended: `stop`, `length`, `cancelled` or `error`; null: it never began',
  ),
  error_code: Nullable(Type.String(), 'the code of the failure, or null'),
  charged: Type.Object(
    { ...perDimension(() => Type.Integer()), refunded: Type.Boolean() },
    { description: 'what it cost in each dimension, and `refunded`' },
  ),
} as const;

const ofQuota = {
  scope: Type.Enum([...quotaScopes], { description: '`client` or `user`: whose limit it is' }),
  external_user_id: Nullable(Type.String(), 'the end user; null where the limit is the client’s'),
  dimension: Type.Enum([...quotaDimensions], { description: 'the dimension of the quota' }),
  limit: Type.Integer({ description: 'the daily limit' }),
  used: Type.Integer({ description: 'how much of it is used' }),
  reset_at: Moment('when the next day begins'),
} as const;

const ofAction = {
  action_uuid: Uuid('the action'),
  conversation_uuid: Uuid('its conversation'),
  external_user_id: Text('the end user'),
} as const;

const ofUser = { external_user_id: Text('the user') } as const;

/** Every type of event with the members of its `data`. Types and members are only ever added. */
export const eventTable = {
  'job.completed': { about: 'A job has its answer.', data: ofTurn },
  'job.failed': { about: 'A job has failed.', data: ofTurn },
  'job.cancelled': { about: 'A job was cancelled.', data: ofTurn },
  'job.expired': { about: 'A job waited too long in the queue.', data: ofTurn },
  'turn.failed': { about: 'A streamed answer has failed.', data: ofTurn },
  'feedback.saved': {
    about: 'An answer was rated, or its rating was withdrawn.',
    data: {
      conversation_uuid: Uuid('the conversation'),
      message_uuid: Uuid('the rated answer'),
      external_user_id: Text('the end user'),
      rating: Nullable(oneOf(ratings), '`up`, `down`, or null when it was withdrawn'),
    },
  },
  'action.pending': {
    about: 'An answer asks its reader before a tool changes something.',
    data: {
      ...ofAction,
      message_uuid: Uuid('the answer that asks'),
      job_uuid: Uuid('its turn'),
    },
  },
  'action.decided': {
    about: 'A reader has answered such a question. What became of a yes is known from its action.',
    data: {
      ...ofAction,
      decision: Type.Enum(['confirm', 'decline'], { description: '`confirm` or `decline`' }),
      by: Type.Enum(['key', 'session'], { description: '`key`: your backend; `session`: the user' }),
    },
  },
  'conversation.deleted': {
    about:
      'A conversation and its messages were erased: on request, by the client’s retention, or 30 days after its last use if it is unlisted.',
    data: { conversation_uuid: Uuid('the conversation'), external_user_id: Text('the end user') },
  },
  'quota.warning': { about: '80 % of a daily limit is used; sent once a day.', data: ofQuota },
  'quota.reached': { about: 'A daily limit is used up; sent once a day.', data: ofQuota },
  'client.updated': {
    about: 'Settings of the client were changed.',
    data: { changed: Type.Array(Type.String(), { description: 'the names of the changed settings' }) },
  },
  'key.rotated': {
    about: 'The API key was replaced.',
    data: {
      key_prefix: Text('the beginning of the new key'),
      previous_key_until: Nullable(Timestamp, 'when the previous key ends; null: it has ended'),
    },
  },
  'handoff.rotated': {
    about: 'The handoff key was replaced, and every hosted session has ended.',
    data: { handoff_kid: Text('the id of the new key') },
  },
  'user.disabled': { about: 'A user of the tenant was disabled.', data: ofUser },
  'user.enabled': { about: 'A user of the tenant was enabled.', data: ofUser },
  'user.blocked': { about: 'An end user was blocked.', data: ofUser },
  'user.unblocked': { about: 'An end user is no longer blocked.', data: ofUser },
  'webhook.disabled': {
    about: 'Deliveries to an endpoint have stopped.',
    data: {
      webhook_id: Uuid('the endpoint'),
      url: Text('the origin of its address, without path and query'),
      reason: Type.Enum([...webhookDisabledReasons], {
        description: '`gone` (it answered 410) or `failing`',
      }),
    },
  },
  'tool_server.disabled': {
    about: 'The tools of a server are not offered any more.',
    data: {
      tool_server_id: Uuid('the tool server'),
      name: Text('its name'),
      reason: Type.Enum([...webhookDisabledReasons], {
        description: '`gone` (it answered 410) or `failing` (five requests in a row failed)',
      }),
    },
  },
  'webhook.test': {
    about: 'A test of one endpoint, delivered to that endpoint only.',
    data: { webhook_id: Uuid('the endpoint') },
  },
} as const satisfies Record<string, { about: string; data: Readonly<Record<string, TSchema>> }>;

export type EventType = keyof typeof eventTable;

/** Listed for schemas and queries, in the order of the table. */
export const eventTypes = Object.keys(eventTable).filter(isEventType);

export function isEventType(name: string): name is EventType {
  return Object.hasOwn(eventTable, name);
}

export const Event = Type.Object({
  id: Type.String({ description: '`evt_<uuid>`; a webhook sends it as `webhook-id`.' }),
  type: Type.String({ description: `One of ${eventTypes.join(', ')}. Later versions may add more.` }),
  timestamp: Timestamp,
  data: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Ids, states and codes; never the text of a message. The guide on webhooks lists the members.',
  }),
});
export type Event = Static<typeof Event>;

/** An event of a type that this version knows, with the members of its data. */
export type KnownEvent = { [Name in EventType]: EventOf<Name> }[EventType];
interface EventOf<Name extends EventType> {
  id: string;
  type: Name;
  timestamp: string;
  data: Static<Type.TObject<(typeof eventTable)[Name]['data']>>;
}

export const KnownEvent = Type.Union(
  eventTypes.map((name) =>
    Type.Object(
      { ...Event.properties, type: Type.Literal(name), data: Type.Object({ ...eventTable[name].data }) },
      { description: eventTable[name].about },
    ),
  ),
);

export type KnownEventAnswer = KnownEvent & { ok: true };
export type KnownEventList = Omit<EventList, 'data'> & { data: KnownEvent[] };

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

export const WebhookDisabledReason = oneOf(webhookDisabledReasons);
