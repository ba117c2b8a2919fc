import { type Static, Type } from 'typebox';
import { HostedUserResource } from '../admin.ts';
import { AiGenerated } from '../answers/ai-generated.ts';
import { GuidanceOfTurn } from '../answers/guidance-of-turn.ts';
import { answerSources } from '../citations/citation.ts';
import { perDimension } from '../quota.ts';
import {
  answerCalls,
  conversationFlags,
  messageRoles,
  messageStatuses,
  Nullable,
  oneOf,
  open,
  page,
  ratings,
  Timestamp,
} from '../resources.ts';

const ok = { ok: Type.Literal(true) };

export const BlockedUserResource = Type.Object(
  { external_user_id: Type.String(), blocked_at: Timestamp },
  open,
);
export type BlockedUserResource = Static<typeof BlockedUserResource>;

export const BlockedUserList = Type.Object(
  { ...ok, object: Type.Literal('list'), data: Type.Array(BlockedUserResource), ...page },
  open,
);
export type BlockedUserList = Static<typeof BlockedUserList>;

export const UserBlocked = Type.Object(
  { ...ok, ...BlockedUserResource.properties, blocked: Type.Literal(true) },
  open,
);
export type UserBlocked = Static<typeof UserBlocked>;

export const UserUnblocked = Type.Object(
  {
    ...ok,
    external_user_id: Type.String(),
    blocked: Type.Boolean({ description: 'true only while the data of the user is being erased.' }),
  },
  open,
);
export type UserUnblocked = Static<typeof UserUnblocked>;

export const UserDataErasure = Type.Object(
  {
    ...ok,
    external_user_id: Type.String(),
    status: Type.Enum(['erased', 'erasing'], {
      description: 'erasing: the service continues the erasure, and the user stays blocked until it is done.',
    }),
  },
  open,
);
export type UserDataErasure = Static<typeof UserDataErasure>;

const Uuid = Type.String({ format: 'uuid' });
const Members = Nullable(Type.Record(Type.String(), Type.Unknown()));
const line = <const T extends string>(type: T) => ({ type: Type.Literal(type) });
const ofConversation = { conversation_uuid: Uuid };
const ofMessage = { ...ofConversation, message_uuid: Uuid };

/** One line of an export, which begins with `user` and ends with `end`. */
export const UserDataLine = Type.Union([
  Type.Object(
    {
      ...line('user'),
      external_user_id: Type.String(),
      blocked: Type.Boolean(),
      account: Nullable(HostedUserResource, 'For a person who signs in.'),
    },
    open,
  ),
  Type.Object(
    {
      ...line('conversation'),
      ...ofConversation,
      title: Type.String(),
      agent_slug: Type.String(),
      ...conversationFlags,
      created_at: Timestamp,
      updated_at: Timestamp,
      last_message_at: Timestamp,
    },
    open,
  ),
  Type.Object(
    {
      ...line('message'),
      ...ofMessage,
      role: oneOf(messageRoles),
      content: Type.String(),
      status: oneOf(messageStatuses),
      ai_generated: Type.Optional(AiGenerated),
      deep_dive: Type.Boolean(),
      reply_to: Nullable(Uuid),
      replaces: Nullable(Uuid),
      set_aside: Type.Boolean(),
      guidance_version: GuidanceOfTurn,
      ...answerSources,
      ...answerCalls,
      created_at: Timestamp,
    },
    open,
  ),
  Type.Object(
    { ...line('feedback'), ...ofMessage, rating: oneOf(ratings), comment: Nullable(Type.String()) },
    open,
  ),
  Type.Object(
    {
      ...line('turn'),
      ...ofMessage,
      job_uuid: Uuid,
      facts: Nullable(
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
        'What the model was told about the end user.',
      ),
      page: Nullable(Type.Record(Type.String(), Type.String()), 'The page that the end user had open.'),
      created_at: Timestamp,
    },
    { ...open, description: 'A turn whose question came with facts or a page.' },
  ),
  Type.Object(
    { ...line('usage'), day: Type.String({ format: 'date' }), ...perDimension(() => Type.Integer()) },
    open,
  ),
  Type.Object(
    {
      ...line('audit'),
      at: Timestamp,
      actor: Type.String(),
      action: Type.String(),
      subject: Type.String(),
      before: Members,
      after: Members,
    },
    open,
  ),
  Type.Object(
    { ...line('end'), lines: Type.Integer({ description: 'The number of lines before this one.' }) },
    open,
  ),
]);
export type UserDataLine = Static<typeof UserDataLine>;
