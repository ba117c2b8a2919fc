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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
