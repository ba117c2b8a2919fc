import { type Static, Type } from 'typebox';
import { Action } from '../answers/action.ts';
import { strict } from '../chat.ts';
import { identity } from '../request-parts.ts';
import { Nullable, open, Usage } from '../resources.ts';

const Uuid = Type.String({ format: 'uuid' });

const decisions = ['confirm', 'decline'] as const;

const place = {
  conversation_uuid: Uuid,
  message_uuid: Type.String({ format: 'uuid', description: 'The answer that asks.' }),
};

export const ActionAnswer = Type.Object(
  {
    ok: Type.Literal(true),
    ...place,
    job_uuid: Nullable(Uuid, 'The turn that a yes has begun.'),
    action: Action,
  },
  open,
);
export type ActionAnswer = Static<typeof ActionAnswer>;

export const ActionConfirmed = Type.Object(
  {
    ok: Type.Literal(true),
    ...place,
    job_uuid: Type.String({ format: 'uuid', description: 'Follow it at `/jobs/{uuid}/stream`.' }),
    action: Action,
    usage: Usage,
  },
  open,
);
export type ActionConfirmed = Static<typeof ActionConfirmed>;

export const ActionDecision = Type.Object(
  {
    ...identity,
    decision: Type.Enum([...decisions], {
      description: '`confirm`: it is sent now. `decline`: it is never sent.',
    }),
  },
  strict,
);
