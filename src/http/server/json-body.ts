import type { SentFile } from '#contract/endpoint.ts';
import { errors } from '#core/errors.ts';
import { repeatedName } from '#core/shared/repeated-name.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Many HTTP clients send the type with every request: such a body is absent where none is required. */
export const emptyJson = Symbol('a body of type application/json without a byte');

/** Parses a body of type application/json: strict UTF-8, any JSON value without repeated names, or `emptyJson`. */
export function parseJsonBody(contentType: string | undefined, body: Buffer): unknown {
  if (!isJson(contentType)) throw errors.unsupportedMediaType();
  if (body.length === 0) return emptyJson;
  const { text, value } = parse(body);
  const repeated = repeatedName(text);
  if (repeated !== null) throw errors.invalidJson(`An object in the body has ${shown(repeated)} twice.`);
  return value;
}

/** A body that is a file of one of these media types, as it is. Text is UTF-8, which its readers check. */
export function readFileBody(
  contentType: string | undefined,
  bytes: Buffer,
  accepted: readonly string[],
): SentFile {
  const mediaType = mediaTypeIn(contentType);
  if (mediaType === null || !accepted.includes(mediaType)) throw errors.unsupportedMediaType(accepted);
  return { mediaType, bytes };
}

function parse(body: Buffer): { readonly text: string; readonly value: unknown } {
  try {
    const text = decoder.decode(body);
    return { text, value: JSON.parse(text) };
  } catch {
    throw errors.invalidJson();
  }
}

/** A name in a refusal, cut where it is longer than any that is known here. */
function shown(name: string): string {
  const longest = 60;
  return JSON.stringify(name.length > longest ? `${name.slice(0, longest)}…` : name);
}

function isJson(contentType: string | undefined): boolean {
  return mediaTypeIn(contentType) === 'application/json';
}

/**
 * In lower case; null with another charset than UTF-8. Any other parameter that is not known changes nothing (RFC 2045,
 * section 5).
 */
function mediaTypeIn(contentType = ''): string | null {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const isOtherCharset = (parameter: string) => /^charset *=(?! *("utf-8"|utf-8)$)/i.test(parameter);
  return parameters.some(isOtherCharset) ? null : type.toLowerCase();
}
