import { type Static, Type } from 'typebox';
import { strict } from '../chat.ts';
import { limits } from '../limits.ts';
import { Nullable, open, Timestamp } from '../resources.ts';
import { aboutPerson } from '../shared/personal.ts';

const Text = Type.String({ description: `At most ${limits.guidanceCharacters} characters.` });
const Version = Type.Integer({ description: 'Its number, from 1 on.' });
const author = {
  by: aboutPerson(
    Nullable(
      Type.String(),
      'The author: `hu:<uuid>` is an administrator, `key:<client>` the client’s key, and `operator` whoever runs the service, whom only operators see by name. null for a role that sees no people.',
    ),
  ),
};

export const GuidanceVersion = Type.Object(
  { version: Version, text: Text, published_at: Timestamp, ...author },
  open,
);

/** What a client adds to the instructions of an agent. */
export const GuidanceAnswer = Type.Object(
  {
    ok: Type.Literal(true),
    draft: Nullable(
      Type.Object({ text: Text, updated_at: Timestamp, ...author }, open),
      'null until there is one.',
    ),
    published: Nullable(GuidanceVersion, 'null while the agent has its own instructions only.'),
    versions: Type.Array(GuidanceVersion, {
      description: `The last ${limits.guidanceVersions}, newest first. \`published_at\` is when each was first published.`,
    }),
  },
  open,
);
export type GuidanceAnswer = Static<typeof GuidanceAnswer>;
export type GuidanceVersion = Static<typeof GuidanceVersion>;

export const GuidanceDraft = Type.Object(
  {
    text: Type.String({
      description: `At most ${limits.guidanceCharacters} characters. Empty: to publish none.`,
    }),
  },
  strict,
);

export const GuidancePublication = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'An earlier version again; the draft by default.' }),
    ),
  },
  strict,
);
