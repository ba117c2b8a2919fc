import { membersOf, type Schema } from '#contract/schemas/check-arguments.ts';
import { isObject } from '#contract/schemas/is-object.ts';
import { typeOf } from './tool-schema.ts';

/** An argument that a request repeats in a header of its own, as the server's schema asks for. */
interface MirroredArgument {
  readonly header: string;
  readonly path: readonly string[];
}

const keyword = 'x-mcp-header';
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const mirroredTypes = ['string', 'integer', 'boolean'];

/**
 * The arguments to repeat, or why the schema must not ask for it so: then no request may be made.
 * Source: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function mirroredArguments(schema: Schema): {
  readonly problem: string | null;
  readonly mirrored: readonly MirroredArgument[];
} {
  const mirrored: MirroredArgument[] = [];
  const problem = collect(schema, [], true, mirrored);
  if (problem !== null) return { problem, mirrored: [] };
  const names = new Set(mirrored.map(({ header }) => header.toLowerCase()));
  if (names.size < mirrored.length) return { problem: `has two "${keyword}" of one name`, mirrored: [] };
  return { problem: null, mirrored };
}

/** Through everything that is an object: a header below anything but properties is a mistake of the schema. */
function collect(
  schema: Schema,
  path: readonly string[],
  isReachable: boolean,
  found: MirroredArgument[],
): string | null {
  if (keyword in schema) {
    const header = schema[keyword];
    if (typeof header !== 'string' || !token.test(header)) return `has an "${keyword}" that names no header`;
    const type = typeOf(schema);
    if (type === null || !mirroredTypes.includes(type))
      return `has an "${keyword}" on what is no text or number`;
    if (!isReachable || path.length === 0) return `has an "${keyword}" on what is no property`;
    found.push({ header: `Mcp-Param-${header}`, path });
  }
  for (const [name, part] of Object.entries(schema)) {
    const isProperties = name === 'properties';
    const inner = isProperties
      ? Object.entries(membersOf(part))
      : partsOf(part).map((each) => ['', each] as const);
    for (const [member, each] of inner) {
      if (!isObject(each)) continue;
      const problem = collect(each, [...path, member], isReachable && isProperties, found);
      if (problem !== null) return problem;
    }
  }
  return null;
}

function partsOf(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part : [part];
}

/** The headers of a call. An argument that is null, or missing, has none. */
export function headersOfArguments(schema: Schema, given: Schema): Readonly<Record<string, string>> {
  const headers = mirroredArguments(schema).mirrored.flatMap(({ header, path }) => {
    const value = path.reduce<unknown>((inner, name) => memberOf(inner, name), given);
    return value === undefined || value === null ? [] : [[header, headerValue(String(value))] as const];
  });
  return Object.fromEntries(headers);
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A text as the value of a header: as it is, or in the form that the protocol has for all others. */
export function headerValue(text: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
