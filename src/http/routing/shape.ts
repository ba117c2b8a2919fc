import type { TSchema } from 'typebox';
import type { Endpoint, SentFile } from '#contract/endpoint.ts';
import { errors } from '#core/errors.ts';
import { emptyJson } from '../server/json-body.ts';
import { readQuery } from './query.ts';
import { unknownAt, validator } from './validate.ts';

/** A request that has passed the checks of its endpoint's row. */
export interface Shape {
  readonly query: object;
  readonly body: object | undefined;
}

/** Reads the query of an address and a parsed body as the endpoint's row defines them, or refuses them. */
export function shapeReader(
  endpoint: Endpoint,
): (url: string, body: unknown, ignoreIdentity: boolean) => Shape {
  const unknown = unknownAt(endpoint);
  const checkQuery = validator(endpoint.query, (path) => `?${path.slice(1)}`, unknown);
  const checkBody = endpoint.body === null ? null : validator(endpoint.body, (path) => path, unknown);
  return (url, sent, ignoreIdentity) => {
    const query = readQuery(url, endpoint.query, ignoreIdentity, unknown);
    checkQuery(query);
    const body = bodyOf(sent, endpoint);
    if (body === undefined) return { query, body };
    checkBody?.(body);
    return { query, body: isObject(body) ? body : undefined };
  };
}

function bodyOf(sent: unknown, { body, bodyOptional, fileTypes }: Endpoint): unknown {
  if (fileTypes !== undefined) {
    if (isSentFile(sent)) return sent;
    throw errors.unsupportedMediaType(fileTypes);
  }
  if (body === null) return undefined;
  if (sent !== undefined && sent !== emptyJson) return withoutNulls(sent, body);
  if (bodyOptional) return undefined;
  throw sent === emptyJson ? errors.invalidJson() : errors.unsupportedMediaType();
}

/** No JSON has bytes. */
function isSentFile(sent: unknown): sent is SentFile {
  return isObject(sent) && 'bytes' in sent && sent.bytes instanceof Uint8Array;
}

/** Every schema of a body is that of an object. */
function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null;
}

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
