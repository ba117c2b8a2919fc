import { isJsonObject } from './wire-json.ts';

/** What vendors that keep a model to a schema understand, all of them. */
const known: ReadonlySet<string> = new Set([
  ...['type', 'title', 'description', 'properties', 'required', 'additionalProperties', 'items'],
  ...['enum', 'const'],
]);

/** Whether a vendor can keep a model to this schema: all is closed and required, and nothing in it is unknown. */
export function isStrict(schema: unknown): boolean {
  if (!isJsonObject(schema) || !Object.keys(schema).every((name) => known.has(name))) return false;
  const { type, properties, required, additionalProperties, items } = schema;
  if (type === 'array') return isStrict(items);
  if (type !== 'object') return typeof type === 'string';
  const members = Object.entries(isJsonObject(properties) ? properties : {});
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return (
    additionalProperties === false &&
    members.every(([name, member]) => needed.includes(name) && isStrict(member))
  );
}
