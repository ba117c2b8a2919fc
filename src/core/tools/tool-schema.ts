import { membersOf, type Schema } from '#contract/schemas/check-arguments.ts';
import { isObject } from '#contract/schemas/is-object.ts';

/** Which keywords a schema may have: what every wire can be sent, and what we can check before a call leaves. */
const annotations = new Set([
  ...['title', 'description', 'default', 'examples', 'deprecated', '$comment', 'x-mcp-header'],
]);
const dialects = ['https://json-schema.org/draft/2020-12/schema', 'http://json-schema.org/draft-07/schema'];
const scalarTypes = ['string', 'number', 'integer', 'boolean'];
const types = [...scalarTypes, 'object', 'array'];
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const;
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
const numbers = new Set<string>([...counts, ...bounds]);
const mostLevels = 8;

/** Why arguments cannot be described by this schema, as `at /properties/x has "pattern"`; null: they can. */
export function problemOfSchema(schema: Schema): string | null {
  const { $schema: dialect, ...root } = schema;
  const known = typeof dialect === 'string' && dialects.includes(dialect.replace(/#$/, ''));
  if (dialect !== undefined && !known) return 'is written in another dialect than 2020-12';
  if (typeOf(root) !== 'object') return 'must have the type "object"';
  return problemIn(root, '', 1);
}

function problemIn(schema: Schema, at: string, level: number): string | null {
  const here = at === '' ? '' : `at ${at} `;
  if (level > mostLevels) return `${here}has more than ${mostLevels} levels`;
  if (typeOf(schema) === null && schema['enum'] === undefined && schema['const'] === undefined) {
    return `${here}needs one type, with or without "null"`;
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (!isSupported(keyword, value)) return `${here}has "${keyword}" in a form that is not supported`;
  }
  const properties = Object.entries(membersOf(schema['properties']));
  const required = schema['required'];
  if (Array.isArray(required) && !required.every((name) => properties.some(([known]) => known === name))) {
    return `${here}requires a property that it does not have`;
  }
  const inner = properties.map(([name, each]) => [each, `${at}/properties/${name}`] as const);
  const items = schema['items'] === undefined ? [] : [[schema['items'], `${at}/items`] as const];
  for (const [each, place] of [...inner, ...items]) {
    const problem = isObject(each) ? problemIn(each, place, level + 1) : `at ${place} is no object`;
    if (problem !== null) return problem;
  }
  return null;
}

function isSupported(keyword: string, value: unknown): boolean {
  if (annotations.has(keyword) || numbers.has(keyword)) {
    return annotations.has(keyword) || typeof value === 'number';
  }
  switch (keyword) {
    case 'type':
      return true;
    case 'nullable':
      return typeof value === 'boolean';
    case 'additionalProperties':
      return value === false;
    case 'properties':
    case 'items':
      return isObject(value);
    case 'required':
      return Array.isArray(value) && value.every((name) => typeof name === 'string');
    case 'enum':
      return Array.isArray(value) && value.length > 0 && value.every(isScalar);
    case 'const':
      return isScalar(value);
    default:
      return false;
  }
}

/** The one type of a schema beside "null"; null: it has none. */
export function typeOf(schema: Schema): string | null {
  const { type } = schema;
  const named = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type];
  const [only] = named;
  return named.length === 1 && typeof only === 'string' && types.includes(only) ? only : null;
}

export function isScalarType(type: string | null): boolean {
  return type !== null && scalarTypes.includes(type);
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
