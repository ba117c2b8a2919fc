import { errors } from '#core/errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Many HTTP clients send the type with every request: such a body is absent where none is required. */
export const emptyJson = Symbol('a body of type application/json without a byte');

/** Parses a body of type application/json: strict UTF-8, any JSON value, or `emptyJson`. */
export function parseJsonBody(contentType: string | undefined, body: Buffer): unknown {
  if (!isJson(contentType)) throw errors.unsupportedMediaType();
  if (body.length === 0) return emptyJson;
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    throw errors.invalidJson();
  }
}

/** A parameter that is not known changes nothing (RFC 2045, section 5); a charset must be UTF-8. */
function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  const isOtherCharset = (parameter: string) => /^charset *=(?! *("utf-8"|utf-8)$)/i.test(parameter);
  return /^application\/json$/i.test(type) && !parameters.some(isOtherCharset);
}
