import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ConfigProblem } from './config-problems.ts';
import type { JsonReader } from './json-reader.ts';
import { Secret } from './secret.ts';

/** Headers that every request to a provider carries, with names in lower case. */
export interface ProviderHeaders {
  readonly plain: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, Secret>>;
}

export const noHeaders: ProviderHeaders = { plain: {}, secret: {} };

/** Headers that describe how a request is built, which the operator must not change. */
const ownHeaders = new Set([
  ...['accept', 'accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type'],
  ...['expect', 'host', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);
/** A value under such a name is redacted in the log, wherever it comes from. */
const secretName = /auth|cookie|key|password|secret|token/;

/** `headers` hold their values, `headers_env` name the variables that do. */
export function readHeaders(
  file: JsonReader,
  environment: Readonly<Record<string, string | undefined>>,
): ProviderHeaders {
  const plain: Record<string, string> = {};
  const secret: Record<string, Secret> = {};
  const read = (key: string, resolve: (text: string) => string, isSecret: (name: string) => boolean) => {
    const headers = file.object(key);
    for (const given of headers.keys()) {
      const name = given.toLowerCase();
      const value = headers.text(given, (text) => checked(name, resolve(text)), null);
      if (name in plain || name in secret) headers.problem(given, 'is set twice');
      else if (value !== null && isSecret(name)) secret[name] = new Secret(value);
      else if (value !== null) plain[name] = value;
    }
  };
  read(
    'headers',
    (text) => text,
    (name) => secretName.test(name),
  );
  read(
    'headers_env',
    (name) => keyFrom(environment, name).reveal(),
    () => true,
  );
  return { plain, secret };
}

/** The message does not repeat the value, which may be a secret. */
function checked(name: string, value: string): string {
  try {
    validateHeaderName(name);
  } catch {
    throw new ConfigProblem('is not a header name');
  }
  if (ownHeaders.has(name)) throw new ConfigProblem('is set by Parley');
  try {
    validateHeaderValue(name, value);
  } catch {
    throw new ConfigProblem('has characters that are not allowed in a header');
  }
  return value;
}

/** The secret in the variable that a setting names. */
export function keyFrom(environment: Readonly<Record<string, string | undefined>>, name: string): Secret {
  const key = environment[name];
  if (key === undefined || key === '')
    throw new ConfigProblem(`names the variable ${name}, which is not set`);
  return new Secret(key);
}
