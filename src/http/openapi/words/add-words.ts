import { Timestamp } from '#contract/resources.ts';
import type { Schema } from '../types.ts';
import { memberWords } from './members.ts';

/** Says how a time is written, not what it means. */
const formOfTime = 'description' in Timestamp ? Timestamp.description : null;

/**
 * A schema in which every member has a description. Words at one of a member's alternatives, such as the
 * one that is not null, are its own. `owner` is the name of the schema, or of the member that contains it.
 */
export function withMemberWords(schema: Schema, owner: string): Schema {
  const { properties, items, anyOf, allOf } = schema;
  return {
    ...schema,
    ...(isSchema(properties) ? { properties: describedMembers(properties, owner) } : {}),
    ...(isSchema(items) ? { items: withMemberWords(items, owner) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each) => insideOf(each, owner)) } : {}),
    ...(Array.isArray(allOf) ? { allOf: allOf.map((each) => insideOf(each, owner)) } : {}),
  };
}

/** What a member or a parameter is; null when nothing says it. */
export function wordsOf(name: string, schema: Schema, owner: string): string | null {
  const { description } = schema;
  const own = typeof description === 'string' ? description : null;
  if (own !== null && own !== formOfTime) return own;
  return (
    memberWords[`${owner}.${name}`] ??
    memberWords[`${name}:${typeOf(schema)}`] ??
    memberWords[name] ??
    wordsOfAlternative(schema) ??
    own
  );
}

function describedMembers(properties: Schema, owner: string): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      if (!isSchema(member)) return [name, member];
      const description = wordsOf(name, member, owner);
      const inner = withMemberWords(member, name);
      return [name, description === null ? inner : { ...inner, description }];
    }),
  );
}

/** The form of a date says nothing about its meaning. */
function wordsOfAlternative({ anyOf }: Schema): string | null {
  const alternatives = Array.isArray(anyOf) ? anyOf.filter(isSchema) : [];
  const [words] = alternatives.flatMap(({ description }) =>
    typeof description === 'string' && description !== formOfTime ? [description] : [],
  );
  return words ?? null;
}

function typeOf({ type, enum: values }: Schema): string {
  if (values !== undefined) return 'enum';
  return typeof type === 'string' ? type : 'any';
}

function insideOf(value: unknown, owner: string): unknown {
  return isSchema(value) ? withMemberWords(value, owner) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
