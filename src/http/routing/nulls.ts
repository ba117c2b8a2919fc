import type { TSchema } from 'typebox';

/**
 * A body without the members that are null: null means absent unless the schema gives it a meaning. Unknown members
 * stay and are refused by name. This runs before bodies are compared, because a replay may send null for what the
 * first request left out.
 */
export function withoutNulls(value: unknown, schema: TSchema): unknown {
  const properties = propertiesOf(schema);
  if (properties === null || !isRecord(value)) return value;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) return [[name, member] as const];
    if (member === null && !takesNull(property)) return [];
    return [[name, withoutNulls(member, property)] as const];
  });
  return Object.fromEntries(kept);
}

function propertiesOf(schema: TSchema): Readonly<Record<string, TSchema>> | null {
  return 'properties' in schema && isSchemas(schema.properties) ? schema.properties : null;
}

function takesNull(schema: TSchema): boolean {
  if ('type' in schema && schema.type === 'null') return true;
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some(takesNull);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSchemas(value: unknown): value is Record<string, TSchema> {
  return isRecord(value) && Object.values(value).every(isRecord);
}
