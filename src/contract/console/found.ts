import { type Static, Type } from 'typebox';
import { Nullable, oneOf, open, Timestamp } from '../resources.ts';
import { aboutPerson } from '../shared/personal.ts';

export const foundKinds = [
  'turn',
  'request',
  'conversation',
  'user',
  'account',
  'event',
  'webhook',
  'process',
  'change',
] as const;
export type FoundKind = (typeof foundKinds)[number];

/** Something that an id names, wherever it is. */
export const FoundThing = Type.Object(
  {
    kind: oneOf(foundKinds),
    client: Nullable(Type.String(), 'Slug; null: it belongs to no client.'),
    external_user_id: aboutPerson(
      Nullable(Type.String(), 'Whose it is; null for a role that sees no people.'),
    ),
    detail: Nullable(
      Type.String(),
      'The state of a turn, the type of an event, the action of a change; of an end user, the provider that was sent the id.',
    ),
    at: Timestamp,
  },
  open,
);
export type FoundThing = Static<typeof FoundThing>;

/** The end user whom an identifier means that a provider was sent. */
export const IdentifiedUser = Type.Object(
  {
    ok: Type.Literal(true),
    client: Type.String({ description: 'Slug.' }),
    external_user_id: Type.String(),
    provider: Type.String({ description: 'The provider that was sent this identifier.' }),
    day: Type.String({
      format: 'date',
      description: 'The last UTC day on which the user has sent something.',
    }),
  },
  open,
);

export const FoundThings = Type.Object(
  { ok: Type.Literal(true), data: Type.Array(FoundThing, { description: 'Newest first; 20 at most.' }) },
  open,
);
