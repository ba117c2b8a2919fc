import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Endpoint } from '#contract/endpoint.ts';
import type { FieldError } from '#contract/errors.ts';
import { errors } from '#core/errors.ts';
import { describeProblem, maxProblems, type SchemaError, unescaped } from './schema-problem.ts';

/**
 * A check against a schema, which throws one problem that names every error. The schema is compiled with the first
 * value, because most processes are asked for few of the endpoints.
 */
export function validator(
  schema: TObject,
  pointerOf: (path: string) => string,
  unknown: Unknown = notKnown,
): (value: unknown) => void {
  let compiled: ReturnType<typeof Compile<TObject>> | undefined;
  return (value) => {
    // Before the library, which visits every member to report a few.
    const many = unknownMembers(value, schema, maxProblems);
    if (many.length === maxProblems) {
      throw errors.validation(
        many.map(({ path, name }) => ({ pointer: pointerOf(path), code: 'unknown', detail: unknown(name) })),
      );
    }
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return;
    const byPlace = Map.groupBy(compiled.Errors(value), ({ instancePath }) => instancePath);
    const found = [...byPlace.values()].flatMap((problems) =>
      fieldErrors(problems, value, schema, pointerOf, unknown),
    );
    const named = found.filter(
      (error, index) => found.findIndex((other) => other.pointer === error.pointer) === index,
    );
    throw errors.validation(named.slice(0, maxProblems));
  };
}

/** Unknown and missing members are reported one by one, each with its own path. */
function fieldErrors(
  problems: readonly SchemaError[],
  value: unknown,
  schema: TObject,
  pointerOf: (path: string) => string,
  unknown: Unknown,
): FieldError[] {
  const at = (path: string, code: string, detail: string) => ({ pointer: pointerOf(path), code, detail });
  return problems.flatMap(({ keyword, instancePath, params }) => {
    // Each unknown member is reported by itself first. Their list comes last, and is missing after too many errors.
    if (keyword === 'boolean') return [at(instancePath, 'unknown', unknown(nameIn(instancePath)))];
    if (keyword === 'additionalProperties') return [];
    if (keyword === 'required' && 'requiredProperties' in params) {
      return names(params.requiredProperties).map((name) =>
        at(`${instancePath}/${escaped(name)}`, 'required', 'is required'),
      );
    }
    const expected = describeProblem(problems, schema);
    // PHP writes an array without members as a list.
    const isList = expected === 'must be an object' && isEmptyList(valueAt(value, instancePath));
    return [at(instancePath, keyword, isList ? `${expected}: write {} instead of []` : expected)];
  });
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, step) => (typeof part === 'object' && part !== null ? Reflect.get(part, unescaped(step)) : null),
      value,
    );
}

function nameIn(path: string): string {
  return unescaped(path.slice(path.lastIndexOf('/') + 1));
}

function names(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

interface UnknownMember {
  /** As in JSON Pointer. */
  readonly path: string;
  readonly name: string;
}

/** The first members of a value that its schema does not know, where it knows all. */
function unknownMembers(value: unknown, schema: TSchema, most: number): readonly UnknownMember[] {
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

/** The refusal of an unknown member or parameter. */
export type Unknown = (name: string) => string;

export const notKnown: Unknown = () => 'is not known here';

/**
 * For an end user who is named elsewhere, says where this endpoint reads it; for everything else, that it is not known.
 */
export function unknownAt(endpoint: Pick<Endpoint, 'query' | 'body'>): Unknown {
  const place = identityPlace(endpoint);
  return (name) => {
    if (place === null || name !== 'external_user_id') return notKnown(name);
    return `is not known here: send it as ${place}`;
  };
}

function identityPlace({ query, body }: Pick<Endpoint, 'query' | 'body'>): string | null {
  if (body !== null && 'context' in body.properties) return '/context/external_user_id';
  if (body !== null && 'external_user_id' in body.properties) return '/external_user_id';
  return 'external_user_id' in query.properties ? '?external_user_id' : null;
}
