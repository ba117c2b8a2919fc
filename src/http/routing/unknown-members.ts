import type { TSchema } from 'typebox';

interface UnknownMember {
  /** As in JSON Pointer. */
  readonly path: string;
  readonly name: string;
}

/** The first members of a value that its schema does not know, where it knows all. */
export function unknownMembers(value: unknown, schema: TSchema, most: number): readonly UnknownMember[] {
  const found: UnknownMember[] = [];
  collect(value, schema, '', most, found);
  return found;
}

function collect(value: unknown, schema: object, path: string, most: number, found: UnknownMember[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const properties: unknown = Reflect.get(schema, 'properties');
  if (typeof properties !== 'object' || properties === null) return;
  const isStrict = Reflect.get(schema, 'additionalProperties') === false;
  // Not Object.entries, which would make a list of all of them.
  for (const name in value) {
    if (found.length === most) return;
    const own = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const known: unknown = Object.hasOwn(properties, name) ? Reflect.get(properties, name) : undefined;
    if (typeof known === 'object' && known !== null)
      collect(Reflect.get(value, name), known, own, most, found);
    else if (isStrict) found.push({ path: own, name });
  }
}
