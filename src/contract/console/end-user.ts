import { type Static, Type } from 'typebox';
import { perDimension } from '../quota.ts';
import { Nullable, open, Timestamp } from '../resources.ts';

const Count = Type.Integer({ minimum: 0 });

/** An end user as an operator sees one: figures, and never a text or a title. */
export const EndUser = Type.Object(
  {
    ok: Type.Literal(true),
    external_user_id: Type.String(),
    day: Type.String({ format: 'date' }),
    today: Type.Object(
      perDimension(() => Count),
      open,
    ),
    conversations: Type.Object(
      { count: Count, more: Type.Boolean({ description: 'There are more than were counted.' }) },
      open,
    ),
    last_message_at: Nullable(Timestamp, 'null: there is no conversation.'),
    blocked_at: Nullable(Timestamp, 'null: not blocked.'),
    erasing: Type.Boolean({
      description: 'The data is being erased; the user stays blocked until that is done.',
    }),
  },
  open,
);
export type EndUser = Static<typeof EndUser>;
