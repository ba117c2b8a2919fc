import { type Static, Type } from 'typebox';
import { strict } from '../chat.ts';
import { languages } from '../languages/languages.ts';
import { Nullable, oneOf, open, Timestamp } from '../resources.ts';
import { operatorRoles } from './roles.ts';

const ok = { ok: Type.Literal(true) };
const list = { ...ok, object: Type.Literal('list') };
const Role = oneOf(operatorRoles);
const Email = Type.String({ minLength: 3, maxLength: 254 });
const Code = Type.String({ minLength: 1, maxLength: 128 });

export const OperatorResource = Type.Object(
  {
    id: Type.String({ description: '`op:<uuid>`' }),
    email: Type.String(),
    role: Role,
    enabled: Type.Boolean(),
    passkeys: Type.Integer({ minimum: 0 }),
    created_at: Timestamp,
    last_seen_at: Nullable(Timestamp),
  },
  open,
);
export type OperatorResource = Static<typeof OperatorResource>;
export const OperatorAnswer = Type.Object({ ...ok, operator: OperatorResource }, open);
export const OperatorList = Type.Object({ ...list, data: Type.Array(OperatorResource) }, open);
export type OperatorList = Static<typeof OperatorList>;

export const PasskeyResource = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    synced: Type.Boolean({
      description: 'The passkey is synchronised by a password manager, not bound to one device.',
    }),
    created_at: Timestamp,
    last_used_at: Nullable(Timestamp),
  },
  open,
);
export type PasskeyResource = Static<typeof PasskeyResource>;

const sessionKinds = ['passkey', 'link'] as const;

export const OperatorSessionResource = Type.Object(
  {
    id: Type.String(),
    operator: Type.String({ description: 'The email address.' }),
    kind: oneOf(sessionKinds),
    created_at: Timestamp,
    last_seen_at: Timestamp,
    expires_at: Timestamp,
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  open,
);
export type OperatorSessionResource = Static<typeof OperatorSessionResource>;

/** The person who is signed in, and what the pages may offer. */
export const ConsoleSession = Type.Object(
  {
    ...ok,
    operator: OperatorResource,
    session: OperatorSessionResource,
    idle_seconds: Type.Integer({ description: 'A session ends after this long without a request.' }),
    strong_until: Nullable(Timestamp, 'Until then, operations that need a fresh passkey are allowed.'),
    operations: Type.Array(Type.String(), { description: 'The operations that the role may use.' }),
    version: Type.String(),
    public_url: Type.String(),
  },
  open,
);
export type ConsoleSession = Static<typeof ConsoleSession>;

/** The answer to a ceremony's beginning; `options` go to the browser's own parser of such JSON. */
export const Ceremony = Type.Object(
  {
    ...ok,
    ceremony: Type.String({
      description: 'Identifies the challenge; send it back once, within five minutes.',
    }),
    options: Type.Record(Type.String(), Type.Unknown()),
  },
  open,
);
export type Ceremony = Static<typeof Ceremony>;

export const SpentLink = Type.Object(
  {
    code: Code,
    email: Type.Optional(
      Type.String({
        maxLength: 254,
        description: 'Required with the link that creates the first owner; refused with any other.',
      }),
    ),
  },
  strict,
);

export const LinkRequest = Type.Object({ email: Email, role: Type.Optional(Role) }, strict);
export const OperatorLink = Type.Object(
  {
    ...ok,
    link: Type.String({ description: 'Works once; shown only once.' }),
    expires_at: Timestamp,
    email: Nullable(Type.String(), 'null: the link creates the first owner.'),
    role: Role,
  },
  open,
);
export type OperatorLink = Static<typeof OperatorLink>;
export const OperatorChange = Type.Object(
  { role: Type.Optional(Role), enabled: Type.Optional(Type.Boolean()) },
  strict,
);
export const Ended = Type.Object(ok, open);

/** The Settings screen, in one answer. Lists of others are null where the role may not see them. */
export const ConsoleSettings = Type.Object(
  {
    ...ok,
    passkeys: Type.Array(PasskeyResource),
    sessions: Type.Array(OperatorSessionResource),
    operators: Nullable(Type.Array(OperatorResource)),
    configuration: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'The environment variable.' }),
          value: Nullable(Type.String(), 'null: not set. A secret is never shown, only that it is set.'),
          secret: Type.Boolean(),
        },
        open,
      ),
    ),
    mail: Type.Object({ by: oneOf(['smtp', 'outbox']), from: Type.String() }, open),
  },
  open,
);
export type ConsoleSettings = Static<typeof ConsoleSettings>;
export const MailTest = Type.Object(
  {
    to: Email,
    language: Type.Optional(
      Type.Enum([...languages], { default: 'en', description: 'The language of the email.' }),
    ),
  },
  strict,
);
export const MailTestAnswer = Type.Object({ ...ok, sent: Type.Boolean(), detail: Type.String() }, open);
