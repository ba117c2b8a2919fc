import type { OpenApiDocument } from '#http/openapi/types.ts';

/** Members of objects, anywhere below a value, that have no description of their own. */
export function silentMembers(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => silentMembers(each, place));
  if (!isRecord(value)) return [];
  const { properties, required, type } = value;
  const isSchema =
    isRecord(properties) && (type === 'object' || required !== undefined || !isRecord(properties['type']));
  const own = isSchema
    ? Object.entries(properties).flatMap(([name, member]) =>
        isRecord(member) && typeof member['description'] === 'string' ? [] : [`${place}: ${name}`],
      )
    : [];
  const inner = Object.entries(value)
    .filter(([name]) => name !== 'example' && name !== 'examples')
    .flatMap(([name, each]) => silentMembers(each, name === 'properties' ? place : `${place}/${name}`));
  return [...own, ...inner];
}

/** Members of objects, anywhere below a value, by name. */
export function membersIn(value: unknown): (readonly [string, Readonly<Record<string, unknown>>])[] {
  if (Array.isArray(value)) return value.flatMap(membersIn);
  if (!isRecord(value)) return [];
  const { properties } = value;
  const own = isRecord(properties) ? Object.entries(properties) : [];
  return [
    ...own.flatMap(([name, member]) => (isRecord(member) ? [[name, member] as const] : [])),
    ...Object.values(value).flatMap(membersIn),
  ];
}

/** References that lead nowhere, and components that nothing refers to. */
export function loose(described: OpenApiDocument) {
  const text = JSON.stringify(described);
  const used = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name = '']) => name));
  const { schemas, headers, examples } = described.components;
  const all = Object.entries({ schemas, headers, examples }).flatMap(([kind, members]) =>
    Object.keys(members).map((name) => `${kind}/${name}`),
  );
  return {
    unknown: [...used].filter((name) => !all.includes(name)),
    unused: all.filter((name) => !used.has(name)),
  };
}

/** Everything in a description that may be a schema. */
export function schemasIn(part: unknown): Record<string, unknown>[] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.entries(part).filter(([name]) => !name.startsWith('example'));
  return [{ ...part }, ...inner.flatMap(([, each]) => schemasIn(each))];
}

/** Every schema of an object in a schema, behind its references too. */
export function objectsIn(
  schema: unknown,
  described: OpenApiDocument,
  seen = new Set<unknown>(),
): Record<string, unknown>[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const own = 'properties' in schema && 'type' in schema && schema.type === 'object' ? [{ ...schema }] : [];
  const parts = Object.entries(schema).map(([key, part]) =>
    key === '$ref' ? described.components.schemas[String(part).split('/').at(-1) ?? ''] : part,
  );
  return [...own, ...parts.flatMap((part) => objectsIn(part, described, seen))];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
