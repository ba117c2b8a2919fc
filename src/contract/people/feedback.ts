import { type Static, Type } from 'typebox';
import { GuidanceOfTurn } from '../answers/guidance-of-turn.ts';
import { strict } from '../chat.ts';
import { Nullable, oneOf, open, page, ratings } from '../resources.ts';

const Uuid = Type.String({ format: 'uuid' });

/** A rating with what was asked and answered. */
export const RatedAnswer = Type.Object(
  {
    feedback_uuid: Type.String({
      format: 'uuid',
      description: 'The same while the rating or its comment is changed, until it is withdrawn.',
    }),
    rating: oneOf(ratings),
    comment: Nullable(Type.String()),
    conversation_uuid: Uuid,
    message_uuid: Type.String({ format: 'uuid', description: 'The message that holds the answer.' }),
    external_user_id: Type.String(),
    agent_slug: Type.String(),
    guidance_version: GuidanceOfTurn,
    question: Nullable(Type.String(), 'null where it is no longer stored.'),
    answer: Type.String(),
    created_at: Type.String({ format: 'date-time', description: 'When it was given or last changed.' }),
  },
  open,
);
export type RatedAnswer = Static<typeof RatedAnswer>;

export const FeedbackList = Type.Object(
  { ok: Type.Literal(true), object: Type.Literal('list'), data: Type.Array(RatedAnswer), ...page },
  open,
);
export type FeedbackList = Static<typeof FeedbackList>;

/** A question whose answer cites nothing of the documents that were looked at. */
export const UnansweredQuestion = Type.Object(
  {
    conversation_uuid: Uuid,
    message_uuid: Type.String({ format: 'uuid', description: 'The message that holds the answer.' }),
    external_user_id: Type.String(),
    question: Nullable(Type.String(), 'null where it is no longer stored.'),
    answer: Type.String(),
    created_at: Type.String({ format: 'date-time', description: 'When it was answered.' }),
  },
  open,
);
export type UnansweredQuestion = Static<typeof UnansweredQuestion>;

export const UnansweredList = Type.Object(
  { ok: Type.Literal(true), object: Type.Literal('list'), data: Type.Array(UnansweredQuestion), ...page },
  open,
);
export type UnansweredList = Static<typeof UnansweredList>;

const privacy = {
  conversations_private: Type.Boolean({
    description: 'Whether only the end users themselves read what they wrote.',
  }),
};
const modelLinks = Type.Boolean({
  description:
    'Whether pages make links of addresses that only the model wrote, where an answer was written from documents.',
});

export const Privacy = Type.Object({ ok: Type.Literal(true), ...privacy, model_links: modelLinks }, open);

export const PrivacyChange = Type.Object({ ...privacy, model_links: Type.Optional(modelLinks) }, strict);
