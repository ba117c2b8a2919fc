import type { Endpoint } from '#contract/endpoint.ts';
import { errors } from '#core/errors.ts';
import { emptyJson } from '../server/json-body.ts';
import { unknownAt } from './identity-place.ts';
import { withoutNulls } from './nulls.ts';
import { readQuery } from './query.ts';
import { validator } from './validate.ts';

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

function bodyOf(sent: unknown, { body, bodyOptional }: Endpoint): unknown {
  if (body === null) return undefined;
  if (sent !== undefined && sent !== emptyJson) return withoutNulls(sent, body);
  if (bodyOptional) return undefined;
  throw sent === emptyJson ? errors.invalidJson() : errors.unsupportedMediaType();
}

/** Every schema of a body is that of an object. */
function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null;
}
