import { errors } from '#core/errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a body of type application/json: strict UTF-8, any JSON value. */
export function parseJsonBody(contentType: string | undefined, body: Buffer): unknown {
  if (!isJson(contentType)) throw errors.unsupportedMediaType();
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    throw errors.invalidJson();
  }
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json *(; *charset *= *"?utf-8"? *)?$/i.test(contentType?.trim() ?? '');
}
