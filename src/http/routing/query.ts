import type { TObject } from 'typebox';
import type { FieldError } from '#contract/errors.ts';
import { errors } from '#core/errors.ts';
import { maxProblems } from './schema-problem.ts';
import { notKnown, type Unknown } from './validate.ts';

/** Names whose values are ignored on hosted routes, where the token alone identifies the user. */
const identityNames = new Set(['external_user_id', 'user']);

/**
 * Reads a query strictly: each name once unless it is that of a list, only names of the schema, integers written as
 * digits. Values are not
 * coerced further; the schema checks the rest.
 */
export function readQuery(
  url: string,
  schema: TObject,
  ignoreIdentity: boolean,
  unknown: Unknown = notKnown,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  const problems: FieldError[] = [];
  for (const [sent, value] of pairsOf(url)) {
    if (ignoreIdentity && identityNames.has(sent)) continue;
    if (problems.length === maxProblems) break;
    const pointer = `?${sent}`;
    const name = listName(sent, schema) ?? sent;
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property === undefined) problems.push({ pointer, code: 'unknown', detail: unknown(sent) });
    else if (value === null)
      problems.push({ pointer, code: 'encoding', detail: 'must be UTF-8, percent-encoded' });
    else if (isList(property)) query[name] = [query[name] ?? [], value].flat();
    else if (Object.hasOwn(query, name))
      problems.push({ pointer, code: 'repeated', detail: 'may be sent once' });
    else query[name] = isInteger(property) && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  if (problems.length > 0) throw errors.validation(problems);
  return query;
}

/**
 * Decodes form encoding. A value that is not valid text becomes null, because two such values would decode to the
 * same text.
 */
function* pairsOf(url: string): Generator<readonly [string, string | null]> {
  const start = url.indexOf('?');
  if (start < 0) return;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    yield [decoded(name) ?? name, equals < 0 ? '' : decoded(pair.slice(equals + 1))];
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Clients of OpenAI's API send each value of a list under its name with brackets. */
function listName(sent: string, { properties }: TObject): string | null {
  const name = sent.endsWith('[]') ? sent.slice(0, -2) : null;
  const property = name !== null && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return property !== undefined && isList(property) ? name : null;
}

function isList(schema: object): boolean {
  return 'type' in schema && schema.type === 'array';
}

function isInteger(schema: object): boolean {
  return 'type' in schema && schema.type === 'integer';
}

/** The same for a body and its context: on hosted routes nothing in them identifies the user. */
export function withoutIdentity(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { external_user_id: _id, user: _user, ...rest } = body;
  if (!isRecord(rest['context'])) return rest;
  const context = withoutIdentity(rest['context']);
  // An empty context is removed, so that routes without one accept it too.
  if (isRecord(context) && Object.keys(context).length > 0) return { ...rest, context };
  const { context: _context, ...others } = rest;
  return others;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
