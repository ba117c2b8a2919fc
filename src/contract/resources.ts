import { type Static, type TSchema, Type } from 'typebox';
import { Action } from './answers/action.ts';
import { AiGenerated } from './answers/ai-generated.ts';
import { MessageStep } from './answers/steps.ts';
import { answerSources } from './citations/citation.ts';
import { subscriptionStatuses } from './closed-sets.ts';
import { perDimension, quotaDimensions, quotaScopes } from './quota.ts';

/** For answers: `/v1` grows by addition, so clients must expect unknown members. */
export const open = {} as const;

export const Nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC.' });
const Uuid = Type.String({ format: 'uuid' });

export const oneOf = <const T extends string[]>(values: readonly [...T]) => Type.Enum([...values]);

export const UsageDimension = Type.Object({
  used: Type.Integer({ description: 'The end user’s own count.' }),
  limit: Nullable(Type.Integer({ description: 'null means unlimited.' })),
  remaining: Nullable(Type.Integer({ description: 'What can still be sent; null where there is no limit.' })),
  label: Type.String({ description: '`used/limit`, or `used/unlimited`.' }),
  reset_at: Timestamp,
  scope: Type.Enum([...quotaScopes], { description: 'Whose limit it is.' }),
});

const ofDay = { reset_at: Timestamp, timezone: Type.Literal('UTC') };

/** The usage of one user, or of a whole client, on a day. */
export const DayUsage = Type.Object({
  ...perDimension(() => UsageDimension),
  ...ofDay,
});
export type DayUsage = Static<typeof DayUsage>;

export const UsageBlock = Type.Object(
  { dimension: oneOf(quotaDimensions), scope: oneOf(quotaScopes), reset_at: Timestamp },
  { description: 'The daily quota that would refuse the next plain prompt.' },
);

export const DeepDiveDimension = Type.Object({
  ...UsageDimension.properties,
  enabled: Type.Boolean({ description: 'Whether the client may use Deep Dive at all.' }),
});

export const Usage = Type.Object({
  ...perDimension(() => UsageDimension),
  deep_dive: DeepDiveDimension,
  ...ofDay,
  client: Type.Optional(
    Type.Object(
      { requests: UsageDimension },
      { description: 'The count of the whole client; with an API key only.' },
    ),
  ),
  blocked: Nullable(UsageBlock),
  user_blocked: Type.Optional(
    Type.Literal(true, { description: 'The user is blocked: reading works, sending does not.' }),
  ),
});
export type Usage = Static<typeof Usage>;
export type UsageDimension = Static<typeof UsageDimension>;

export const ratings = ['up', 'down'] as const;
export type Rating = (typeof ratings)[number];

export const Feedback = Type.Object({ rating: oneOf(ratings), comment: Nullable(Type.String()) }, open);
export type Feedback = Static<typeof Feedback>;

export const messageRoles = ['user', 'assistant'] as const;
export type MessageRole = (typeof messageRoles)[number];

export const messageStatuses = ['complete', 'partial', 'failed', 'streaming'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** What an answer has called and asks, on the message and in exports. */
export const answerCalls = {
  steps: Type.Optional(
    Type.Array(MessageStep, { description: 'The tools that the answer has used; absent without any.' }),
  ),
  actions: Type.Optional(
    Type.Array(Action, { description: 'What the answer asks its reader; absent for nothing.' }),
  ),
};

export const Message = Type.Object(
  {
    message_uuid: Uuid,
    role: oneOf(messageRoles),
    content: Type.String(),
    status: oneOf(messageStatuses),
    ai_generated: Type.Optional(AiGenerated),
    deep_dive: Type.Boolean(),
    reply_to: Nullable(Uuid),
    replaces: Nullable(Uuid),
    set_aside: Type.Optional(
      Type.Boolean({
        description: 'With `include=set_aside`: whether it is no part of the conversation any more.',
      }),
    ),
    ...answerSources,
    feedback: Nullable(Feedback),
    ...answerCalls,
    created_at: Timestamp,
  },
  open,
);
export type Message = Static<typeof Message>;

export const conversationFlags = {
  pinned: Type.Boolean({
    description: 'Pinned to the top by its end user. It does not change the order of lists.',
  }),
  archived: Type.Boolean({
    description: 'Archived by its end user: lists omit it without `archived=true`.',
  }),
};

const summary = {
  conversation_uuid: Uuid,
  title: Type.String(),
  agent_slug: Type.String(),
  message_count: Type.Integer(),
  ...conversationFlags,
  last_message_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
};

/** The message at which a search has found its words. */
export const ConversationMatch = Type.Object(
  {
    message_uuid: Uuid,
    snippet: Type.String({ description: 'A part of its text as it is, at most 160 characters.' }),
  },
  open,
);
export type ConversationMatch = Static<typeof ConversationMatch>;

export const ConversationSummary = Type.Object(
  {
    ...summary,
    match: Type.Optional(
      Nullable(
        ConversationMatch,
        'With `q`: the first message with every word, else the first with one; null: only the title has any.',
      ),
    ),
  },
  open,
);
export type ConversationSummary = Static<typeof ConversationSummary>;

export const page = { has_more: Type.Boolean(), next_cursor: Nullable(Type.String()) };

export const ConversationList = Type.Object(
  {
    ok: Type.Literal(true),
    object: Type.Literal('list'),
    data: Type.Array(ConversationSummary),
    searched_until: Type.Optional(
      Nullable(Timestamp, 'With `q`: activity before this was not searched yet; null when all was.'),
    ),
    ...page,
  },
  open,
);
export type ConversationList = Static<typeof ConversationList>;

export const ContextUsage = Type.Object(
  { used_tokens: Type.Integer(), window_tokens: Type.Integer() },
  { ...open, description: 'Roughly how full the model’s context window is; not the quota.' },
);
export type ContextUsage = Static<typeof ContextUsage>;

export const Conversation = Type.Object(
  {
    ok: Type.Literal(true),
    conversation_uuid: Uuid,
    title: Type.String(),
    agent_slug: Type.String(),
    ...conversationFlags,
    created_at: Timestamp,
    updated_at: Timestamp,
    active_job_uuid: Nullable(Uuid, 'The job that is answering now.'),
    context_usage: ContextUsage,
    messages: Type.Array(Message),
    ...page,
  },
  open,
);
export type Conversation = Static<typeof Conversation>;

/** The conversation as PATCH returns it: one list row with `ok`. */
export const ConversationRenamed = Type.Object({ ok: Type.Literal(true), ...summary }, open);
export type ConversationRenamed = Static<typeof ConversationRenamed>;

export const ConversationDeleted = Type.Object(
  { ok: Type.Literal(true), conversation_uuid: Uuid, deleted: Type.Literal(true) },
  open,
);
export type ConversationDeleted = Static<typeof ConversationDeleted>;

export const ConversationsDeleted = Type.Object(
  { ok: Type.Literal(true), deleted: Type.Integer({ description: 'How many there were.' }) },
  open,
);
export type ConversationsDeleted = Static<typeof ConversationsDeleted>;

export const FeedbackSaved = Type.Object(
  {
    ok: Type.Literal(true),
    conversation_uuid: Uuid,
    message_uuid: Uuid,
    feedback: Nullable(Feedback),
  },
  open,
);
export type FeedbackSaved = Static<typeof FeedbackSaved>;

export const UsageAnswer = Type.Object({ ok: Type.Literal(true), usage: Usage }, open);
export type UsageAnswer = Static<typeof UsageAnswer>;

export const HostedSession = Type.Object(
  {
    ok: Type.Literal(true),
    token: Type.String(),
    expires_at: Timestamp,
    external_user_id: Type.String(),
    tenant_url: Type.String(),
    ttl_seconds: Type.Integer(),
    session_id: Type.String(),
    subscription_status: Type.Enum([...subscriptionStatuses], {
      description: 'past_due or canceled: reading works, sending does not.',
    }),
    blocked: Type.Optional(
      Type.Literal(true, { description: 'The user is blocked: reading works, sending does not.' }),
    ),
  },
  open,
);
export type HostedSession = Static<typeof HostedSession>;
