import { isObject } from './is-object.ts';

/** A schema of arguments, or of a part of them, as it came. */
export type Schema = Readonly<Record<string, unknown>>;

export interface ArgumentProblem {
  /** JSON Pointer into the arguments. */
  readonly pointer: string;
  readonly detail: string;
}

const typeWords: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

const unpaired = /\p{Surrogate}/u;

/** The same in words that a model can follow. */
export function refusalOfArguments(schema: Schema, value: unknown): string | null {
  const problem = problemOfArguments(schema, value);
  if (problem === null) return null;
  const { pointer, detail } = problem;
  return `${pointer === '' ? 'The arguments' : `The argument ${pointer}`} ${detail}.`;
}

/**
 * What is wrong with the arguments of a call, by their schema; null: nothing. Every object is closed, because a person
 * is asked about each argument, and one outside of the schema has no meaning to anybody.
 */
export function problemOfArguments(schema: Schema, value: unknown): ArgumentProblem | null {
  return problemAt('', schema, value);
}

/** The schemas of the properties of an object. */
export function membersOf(properties: unknown): Schema {
  return isObject(properties) ? properties : {};
}

function problemAt(pointer: string, schema: Schema, value: unknown): ArgumentProblem | null {
  const { type, nullable, enum: allowed } = schema;
  const types = type === undefined ? [] : [type].flat().map(String);
  if (value === null && (nullable === true || types.includes('null'))) return null;
  const detail = problemOfValue(schema, types, allowed, value);
  if (detail !== null) return { pointer, detail };
  if (Array.isArray(value)) return problemOfItems(pointer, schema, value);
  return isObject(value) ? problemOfMembers(pointer, schema, value) : null;
}

/** Without a look at what is inside of it. */
function problemOfValue(
  schema: Schema,
  types: readonly string[],
  allowed: unknown,
  value: unknown,
): string | null {
  if (Array.isArray(allowed) && !allowed.includes(value)) return `must be one of ${JSON.stringify(allowed)}`;
  if ('const' in schema && schema['const'] !== value) return `must be ${JSON.stringify(schema['const'])}`;
  if (types.length > 0 && !types.some((each) => isOf(each, value))) {
    return `must be ${types.map((each) => typeWords[each] ?? each).join(' or ')}`;
  }
  if (typeof value === 'number') return outOfBounds(schema, value);
  if (typeof value === 'string') {
    if (unpaired.test(value)) return 'must be a text';
    return outOfRange(schema, [...value].length, 'minLength', 'maxLength', 'characters');
  }
  return Array.isArray(value) ? outOfRange(schema, value.length, 'minItems', 'maxItems', 'items') : null;
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function problemOfMembers(pointer: string, schema: Schema, value: Schema): ArgumentProblem | null {
  const properties = membersOf(schema['properties']);
  const required: unknown = schema['required'];
  for (const name of Array.isArray(required) ? required : []) {
    if (!Object.hasOwn(value, name)) return { pointer: `${pointer}/${name}`, detail: 'is required' };
  }
  for (const [name, member] of Object.entries(value)) {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const at = `${pointer}/${name}`;
    if (!isObject(inner)) return { pointer: at, detail: 'is not known' };
    const problem = problemAt(at, inner, member);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfItems(pointer: string, schema: Schema, value: readonly unknown[]): ArgumentProblem | null {
  const items = schema['items'];
  if (!isObject(items)) return null;
  for (const [place, item] of value.entries()) {
    const problem = problemAt(`${pointer}/${place}`, items, item);
    if (problem !== null) return problem;
  }
  return null;
}

function outOfBounds(schema: Schema, value: number): string | null {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (typeof above === 'number' && value <= above) return `must be more than ${above}`;
  if (typeof below === 'number' && value >= below) return `must be less than ${below}`;
  if (typeof minimum === 'number' && value < minimum) return `must be at least ${minimum}`;
  return typeof maximum === 'number' && value > maximum ? `must be at most ${maximum}` : null;
}

function outOfRange(schema: Schema, count: number, least: string, most: string, what: string): string | null {
  const [min, max] = [schema[least], schema[most]];
  if (typeof min === 'number' && count < min) return `must have at least ${min} ${what}`;
  return typeof max === 'number' && count > max ? `must have at most ${max} ${what}` : null;
}
