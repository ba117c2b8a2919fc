import { type Static, Type } from 'typebox';
import { open } from '../resources.ts';

/** The part of a credential's JSON that a server reads; browsers send more. Texts are base64url. */
const Encoded = Type.String({ minLength: 1, maxLength: 16_384, pattern: '^[A-Za-z0-9_-]+$' });
const common = { id: Encoded, rawId: Encoded, type: Type.Literal('public-key') };

/** `navigator.credentials.create()`, as `toJSON()` writes it. */
export const AttestedCredential = Type.Object(
  {
    ...common,
    response: Type.Object(
      {
        clientDataJSON: Encoded,
        attestationObject: Encoded,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
      },
      open,
    ),
  },
  open,
);
export type AttestedCredential = Static<typeof AttestedCredential>;

/** `navigator.credentials.get()`, as `toJSON()` writes it. */
export const AssertedCredential = Type.Object(
  {
    ...common,
    response: Type.Object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded }, open),
  },
  open,
);
export type AssertedCredential = Static<typeof AssertedCredential>;
