import { reservedSlugs } from '#contract/limits.ts';
import { errors } from '../errors.ts';
import { checkExternalUserId } from '../identity/external-user-id.ts';
import { parseModelReference } from '../models/choose-model.ts';

const longestName = 100;
const longestModel = 200;
/** Headers with a meaning of their own: their values say nothing about the end user, or are secrets. */
const taken = new Set([
  ...['authorization', 'proxy-authorization', 'proxy-authenticate', 'cookie', 'host', 'origin', 'referer'],
  ...['idempotency-key', 'x-conversation-id', 'x-request-id', 'traceparent', 'tracestate', 'baggage'],
  ...['content-type', 'content-length', 'content-encoding', 'content-language', 'expect', 'date'],
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'user-agent', 'range'],
  ...['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'last-event-id'],
  ...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'],
  ...['x-real-ip', 'cache-control', 'pragma', 'dnt', 'priority'],
]);
/** Headers that browsers and OpenAI's own clients add about themselves. */
const takenPrefix = /^(?:sec-|x-stainless-)/;

/** A tenant's slug is the first label of its host name. */
export function checkClientSlug(slug: string): string {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$/.test(slug)) {
    throw errors.invalidField(
      '/slug',
      'must be 2 to 40 lower-case letters, digits and dashes, with no dash at either end',
      'format',
    );
  }
  if (reservedSlugs.some((reserved) => reserved === slug)) {
    throw errors.invalidField('/slug', `must not be one of ${reservedSlugs.join(', ')}`, 'reserved');
  }
  return slug;
}

export function checkName(value: string, pointer: string): string {
  const name = value.trim();
  if (name === '' || [...name].length > longestName || /\p{Cc}/u.test(name) || !name.isWellFormed()) {
    throw errors.invalidField(pointer, `must be one line of 1 to ${longestName} characters`, 'format');
  }
  return name;
}

/** `<provider>/<model>` of a configured provider. Only the provider knows which models it has. */
export function checkModel(
  model: string | null,
  pointer: string,
  providerIds: ReadonlySet<string>,
): string | null {
  if (model === null) return null;
  const { providerId } = parsedModel(model, pointer);
  if (!providerIds.has(providerId)) throw unknownProvider(pointer, providerIds);
  return model;
}

/** `<provider>/<model>` of any provider: one that is configured no longer has had its use, too. */
export function checkModelReference(model: string, pointer: string): string {
  if ([...model].length > longestModel || !model.isWellFormed()) {
    throw errors.invalidField(pointer, `must have at most ${longestModel} characters`, 'length');
  }
  parsedModel(model, pointer);
  return model;
}

function parsedModel(model: string, pointer: string) {
  const reference = parseModelReference(model);
  if (reference === null || /[\s\p{Cc}]/u.test(model)) {
    throw errors.invalidField(pointer, 'must be <provider>/<model>', 'format');
  }
  return reference;
}

export function checkProviders(
  ids: readonly string[] | null,
  providerIds: ReadonlySet<string>,
): readonly string[] | null {
  if (ids === null) return null;
  ids.forEach((id, index) => {
    if (!providerIds.has(id)) throw unknownProvider(`/providers/${index}`, providerIds);
  });
  return [...new Set(ids)];
}

/** Origins in the form that browsers write, without duplicates. */
export function checkOrigins(origins: readonly string[]): readonly string[] {
  return [...new Set(origins.map((origin, index) => checkOrigin(origin, `/origins/${index}`)))];
}

/** The name of a request header, in lower case. */
export function checkUserHeader(header: string | null): string | null {
  if (header === null) return null;
  const name = header.trim().toLowerCase();
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) {
    throw errors.invalidField('/openai_user_header', 'must be the name of a header', 'format');
  }
  if (taken.has(name) || takenPrefix.test(name)) {
    throw errors.invalidField('/openai_user_header', 'has another meaning', 'reserved');
  }
  return name;
}

export function checkDefaultUser(userId: string | null): string | null {
  return userId === null ? null : checkExternalUserId(userId, '/openai_default_user');
}

function checkOrigin(text: string, pointer: string): string {
  const url = URL.parse(text.trim());
  const isOrigin =
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username + url.password + url.search + url.hash === '' &&
    url.pathname === '/' &&
    // It ends up in a header; a wildcard would let any page embed the chat.
    /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(url.hostname);
  if (!isOrigin) {
    throw errors.invalidField(pointer, 'must be an origin, as in https://www.example.com', 'format');
  }
  if (url.protocol === 'http:' && !isLocal(url.hostname)) {
    throw errors.invalidField(pointer, 'must begin with https:// (http:// is for localhost only)', 'format');
  }
  return url.origin;
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);
}

function unknownProvider(pointer: string, known: ReadonlySet<string>) {
  return errors.invalidField(pointer, `must be one of the providers ${[...known].join(', ')}`, 'unknown');
}
