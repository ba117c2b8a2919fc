import { type TObject, Type } from 'typebox';
import { ChatRequest, strict } from './chat.ts';
import { limits } from './limits.ts';
import {
  Conversation,
  ConversationDeleted,
  ConversationList,
  ConversationRenamed,
  FeedbackSaved,
  Health,
  HostedSession,
  Job,
  JobAccepted,
  JobOutput,
  Liveness,
  ProviderList,
  ratings,
  type Scope,
  UsageAnswer,
} from './resources.ts';

/** One operation of the API, as server, documentation and clients see it. */
export interface Endpoint {
  readonly operation: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/v1`, and below `/chat` on a tenant host when `hosted`. Parameters as `:name`. */
  readonly path: string;
  readonly hosted: boolean;
  /** Null: no key is needed. */
  readonly scope: Scope | null;
  /** `cached` where the handler's own transaction compares the client's version. */
  readonly freshness: 'cached' | 'current';
  readonly query: TObject;
  readonly body: TObject | null;
  /** A body may be left out. */
  readonly bodyOptional?: boolean;
  /** Accepts `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Status and schema of the answer; `text` and `events` for streams. */
  readonly answers: Readonly<Record<number, TObject | 'stream'>>;
}

const identity = {
  external_user_id: Type.Optional(Type.String({ description: 'The end user; required with an API key.' })),
};
const noQuery = Type.Object({}, strict);
const byUser = Type.Object(identity, strict);
const wait = {
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: limits.waitSeconds, description: 'Seconds to wait for a change.' }),
  ),
};
const after = { after: Type.Optional(Type.String({ description: 'Cursor `<attempt>.<bytes>`.' })) };
const pageOf = ({ default: normal, max }: { default: number; max: number }) => ({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: max, default: normal })),
});

export const endpoints = {
  health: {
    operation: 'getHealth',
    summary: 'Liveness without a key, dependency checks with one',
    method: 'GET',
    path: '/health',
    hosted: false,
    scope: null,
    freshness: 'current',
    query: noQuery,
    body: null,
    answers: {
      200: Type.Object({ ...Liveness.properties, ...Type.Partial(Health).properties }),
      503: Health,
    },
  },
  createHostedSession: {
    operation: 'createHostedSession',
    summary: 'Mint a session token for the hosted page',
    method: 'POST',
    path: '/hosted-session',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: noQuery,
    body: Type.Object(
      {
        external_user_id: Type.Optional(Type.String()),
        ttl_seconds: Type.Optional(Type.Integer({ description: 'Default 3600; clamped to 300 to 43200.' })),
      },
      strict,
    ),
    answers: { 200: HostedSession },
  },
  stream: {
    operation: 'streamAnswer',
    summary: 'Ask, and stream the answer',
    method: 'POST',
    path: '/stream',
    hosted: true,
    scope: 'chat',
    freshness: 'cached',
    query: noQuery,
    body: ChatRequest,
    idempotent: true,
    answers: { 200: 'stream' },
  },
  createJob: {
    operation: 'createJob',
    summary: 'Ask, and queue the answer',
    method: 'POST',
    path: '/jobs',
    hosted: false,
    scope: 'chat',
    freshness: 'cached',
    query: noQuery,
    body: ChatRequest,
    idempotent: true,
    answers: { 202: JobAccepted },
  },
  getJob: {
    operation: 'getJob',
    summary: 'Status and queue position of a turn',
    method: 'GET',
    path: '/jobs/:uuid',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object({ ...identity, ...wait }, strict),
    body: null,
    answers: { 200: Job },
  },
  getJobOutput: {
    operation: 'getJobOutput',
    summary: 'Text so far, and the final answer',
    method: 'GET',
    path: '/jobs/:uuid/output',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object({ ...identity, ...after, ...wait }, strict),
    body: null,
    answers: { 200: JobOutput },
  },
  followJob: {
    operation: 'followJob',
    summary: 'Follow or resume the answer of a turn',
    method: 'GET',
    path: '/jobs/:uuid/stream',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object({ ...identity, ...after }, strict),
    body: null,
    answers: { 200: 'stream' },
  },
  cancelJob: {
    operation: 'cancelJob',
    summary: 'Stop a turn',
    method: 'POST',
    path: '/jobs/:uuid/cancel',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: byUser,
    body: byUser,
    bodyOptional: true,
    answers: { 200: Job },
  },
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
        rating: Type.Union([Type.Enum([...ratings]), Type.Null()]),
        message_uuid: Type.Optional(Type.String({ format: 'uuid' })),
        comment: Type.Optional(Type.String({ maxLength: limits.commentCharacters })),
      },
      strict,
    ),
    answers: { 200: FeedbackSaved },
  },
  getUsage: {
    operation: 'getUsage',
    summary: 'Usage of the current UTC day',
    method: 'GET',
    path: '/usage',
    hosted: true,
    scope: 'chat',
    freshness: 'current',
    query: byUser,
    body: null,
    answers: { 200: UsageAnswer },
  },
  listProviders: {
    operation: 'listProviders',
    summary: 'Model providers allowed for the client',
    method: 'GET',
    path: '/providers',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: noQuery,
    body: null,
    answers: { 200: ProviderList },
  },
} as const satisfies Record<string, Endpoint>;
