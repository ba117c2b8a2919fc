import type { TSchema } from 'typebox';

/** How personal data is hidden from a role that sees no people: null, or an audit entry without the person. */
export type HiddenAs = 'null' | 'entry without people';

/** The mark of a schema. As a symbol it is in no description, because keys see people. */
const hiddenAs = Symbol('hidden from roles that see no people');

/**
 * Marks the schema of something about a person. `Nullable` and the like go inside, because the mark stays outermost.
 */
export function aboutPerson<S extends TSchema>(schema: S, as: HiddenAs = 'null'): S {
  return Object.assign(schema, { [hiddenAs]: as });
}

/** Null where the schema is not about a person. */
export function hidingOf(schema: TSchema): HiddenAs | null {
  const as: unknown = Reflect.get(schema, hiddenAs);
  return as === 'null' || as === 'entry without people' ? as : null;
}
