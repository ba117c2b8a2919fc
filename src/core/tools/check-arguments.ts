import { isObject } from '../shared/is-object.ts';
import { isNullable, membersOf, typeOf } from './tool-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

export interface ArgumentProblem {
  /** JSON Pointer into the arguments. */
  readonly pointer: string;
  readonly detail: string;
}

/**
 * What is wrong with the arguments of a call, by a schema that was approved; null: nothing. Every object is closed,
 * because a person is asked about each argument, and one outside of the schema has no meaning to anybody.
 */
export function problemOfArguments(schema: Schema, value: unknown): ArgumentProblem | null {
  return problemAt('', schema, value);
}

function problemAt(pointer: string, schema: Schema, value: unknown): ArgumentProblem | null {
  const wrong = (detail: string): ArgumentProblem => ({ pointer, detail });
  if (value === null && isNullable(schema)) return null;
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && !allowed.includes(value)) return wrong('is none of the allowed values');
  if ('const' in schema && schema['const'] !== value) return wrong('is not the one allowed value');
  switch (typeOf(schema)) {
    case 'object':
      return isObject(value) ? problemOfMembers(pointer, schema, value) : wrong('must be an object');
    case 'array':
      return Array.isArray(value) ? problemOfItems(pointer, schema, value) : wrong('must be a list');
    case 'string': {
      if (typeof value !== 'string' || !value.isWellFormed()) return wrong('must be a text');
      const detail = outOfRange(schema, [...value].length, 'minLength', 'maxLength', 'characters');
      return detail === null ? null : wrong(detail);
    }
    case 'boolean':
      return typeof value === 'boolean' ? null : wrong('must be true or false');
    case 'number':
    case 'integer':
      return problemOfNumber(pointer, schema, value);
    default:
      return null;
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
  const detail = outOfRange(schema, value.length, 'minItems', 'maxItems', 'items');
  if (detail !== null) return { pointer, detail };
  const items = schema['items'];
  if (!isObject(items)) return null;
  for (const [place, item] of value.entries()) {
    const problem = problemAt(`${pointer}/${place}`, items, item);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfNumber(pointer: string, schema: Schema, value: unknown): ArgumentProblem | null {
  const wrong = (detail: string): ArgumentProblem => ({ pointer, detail });
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrong('must be a number');
  if (typeOf(schema) === 'integer' && !Number.isSafeInteger(value)) return wrong('must be a whole number');
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (typeof above === 'number' && value <= above) return wrong(`must be more than ${above}`);
  if (typeof below === 'number' && value >= below) return wrong(`must be less than ${below}`);
  const detail = outOfRange(schema, value, 'minimum', 'maximum', '');
  return detail === null ? null : wrong(detail);
}

function outOfRange(schema: Schema, value: number, least: string, most: string, what: string): string | null {
  const [min, max] = [schema[least], schema[most]];
  if (typeof min === 'number' && value < min) return `must have at least ${min} ${what}`.trimEnd();
  if (typeof max === 'number' && value > max) return `must have at most ${max} ${what}`.trimEnd();
  return null;
}
