import { type Static, Type } from 'typebox';
import { strict } from '../chat.ts';
import { limits } from '../limits.ts';
import { Nullable, open, Timestamp } from '../resources.ts';

const { default: usual, min, max } = limits.ownKeyOverlapSeconds;

export const OwnKeyRotation = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: min,
        maximum: max,
        default: usual,
        description: 'How long the previous key keeps working.',
      }),
    ),
  },
  strict,
);

/** With the administrator's own password, because a forgotten session must not end a partner's access. */
export const PasswordConfirmation = Type.Object(
  { password: Type.String({ description: 'The current password of the administrator who asks.' }) },
  strict,
);

const key = {
  ok: Type.Literal(true),
  key_prefix: Type.String({ description: 'The beginning of the key.' }),
  previous_key_until: Nullable(
    Timestamp,
    'How long the previous key keeps working; null: no other key works.',
  ),
};

export const OwnKeyAnswer = Type.Object(key, open);
export type OwnKeyAnswer = Static<typeof OwnKeyAnswer>;

export const OwnKeyRotated = Type.Object(
  { ...key, api_key: Type.String({ description: 'The new key, shown only once.' }) },
  open,
);
export type OwnKeyRotated = Static<typeof OwnKeyRotated>;
