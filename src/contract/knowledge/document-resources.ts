import { type Static, Type } from 'typebox';
import { strict } from '../chat.ts';
import { Nullable, open, page, Timestamp } from '../resources.ts';

/** The facts that a turn needs to use a document, each with the values of which one must hold. */
const Requirements = Type.Record(Type.String(), Type.Array(Type.Unknown()), {
  description:
    'The facts that a turn needs to use it, each with its possible values: `{"plan": ["pro", "team"]}`. All names must hold.',
});

export const DocumentResource = Type.Object(
  {
    id: Type.String({ description: 'As it was chosen.' }),
    title: Type.String({ description: 'As it was given, or the document’s own.' }),
    url: Nullable(Type.String(), 'Where readers find it; null where none was given.'),
    language: Type.String({ description: 'The text search configuration by which its words are found.' }),
    requires: Nullable(Requirements, 'null: every turn may use it.'),
    bytes: Type.Integer({ description: 'Its text and headings, as they count towards the limit.' }),
    chunks: Type.Integer({ description: 'The parts in which it is found.' }),
    sha256: Type.String({ description: 'Of the body that was sent, in hexadecimal digits.' }),
    used_at: Nullable(Timestamp, 'When a question was last answered with it, to a few minutes.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  open,
);
export type DocumentResource = Static<typeof DocumentResource>;

const ok = { ok: Type.Literal(true) };

export const DocumentAnswer = Type.Object({ ...ok, document: DocumentResource }, open);
export type DocumentAnswer = Static<typeof DocumentAnswer>;

export const DocumentStored = Type.Object(
  {
    ...ok,
    document: DocumentResource,
    changed: Type.Boolean({
      description: 'false: the same bytes and settings are stored already, and nothing was written.',
    }),
  },
  open,
);
export type DocumentStored = Static<typeof DocumentStored>;

export const DocumentList = Type.Object(
  { ...ok, object: Type.Literal('list'), data: Type.Array(DocumentResource), ...page },
  open,
);
export type DocumentList = Static<typeof DocumentList>;

export const DocumentDeleted = Type.Object(
  { ...ok, id: Type.String({ description: 'What was deleted.' }), deleted: Type.Literal(true) },
  open,
);
export type DocumentDeleted = Static<typeof DocumentDeleted>;

/** What is said of a document beside its bytes. */
export const DocumentSettings = Type.Object(
  {
    title: Type.Optional(
      Type.String({ description: '1 to 300 characters; the document’s own title, or its id, by default.' }),
    ),
    url: Type.Optional(
      Type.String({ description: 'Where readers find it: an address of at most 2,000 characters.' }),
    ),
    language: Type.Optional(
      Type.String({
        description:
          'A text search configuration of PostgreSQL such as `german`, or an ISO 639 code such as `de`; guessed by default.',
      }),
    ),
    requires: Type.Optional(
      Type.String({
        description:
          'The facts that a turn needs to use it, as one JSON object: `{"plan": ["pro", "team"]}`. At most 5 names of 20 values; compared as JSON values.',
      }),
    ),
  },
  strict,
);
export type DocumentSettings = Static<typeof DocumentSettings>;
