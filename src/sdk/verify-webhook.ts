import { ParleyError } from './errors.ts';
import { parseJson } from './transport.ts';
import type { Event } from './wire.ts';

/** The request was not signed by the secret, or too long ago. */
export class WebhookVerificationError extends ParleyError {
  override readonly name = 'WebhookVerificationError';
}

export interface WebhookVerification {
  /** `whsec_…`, or several of which one must have signed. */
  readonly secret: string | readonly string[];
  /** A `Headers`, or an object with names in any case, such as the headers of a Node request. */
  readonly headers: HeaderSource | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Exactly as it arrived, before any JSON parser has touched it. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** How far the clocks may differ; 300 by default. */
  readonly toleranceSeconds?: number;
}

/** What every implementation of `Headers` has. */
interface HeaderSource {
  readonly get: (name: string) => string | null;
}

const encoder = new TextEncoder();

/**
 * The event in a webhook request, after its signature was verified: Standard Webhooks, in every runtime that has
 * `crypto.subtle`. Rejects with WebhookVerificationError. A later service may send types that `Event` does not know:
 * ignore those.
 */
export async function verifyWebhook(request: WebhookVerification): Promise<Event> {
  return parseJson<Event>(await verifiedText(request));
}

/** The body of a request of the service, after its signature was verified. */
export async function verifiedText(request: WebhookVerification): Promise<string> {
  const { secret, headers, body, toleranceSeconds = 300 } = request;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (id === '') throw new WebhookVerificationError('the header webhook-id is missing');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('the timestamp is missing or too far from now');
  }
  const bytes = bytesOf(body);
  const content = joined(encoder.encode(`${id}.${timestamp}.`), bytes);
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  for (const one of [secret].flat()) {
    if (await isSignedBy(one, content, signatures)) return new TextDecoder().decode(bytes);
  }
  throw new WebhookVerificationError('no signature was made with this secret');
}

async function isSignedBy(
  secret: string,
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
): Promise<boolean> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0)
    throw new WebhookVerificationError('the secret is not a webhook secret');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  for (const text of signatures) {
    const signature = text.startsWith('v1,') ? fromBase64(text.slice(3)) : null;
    // Compared by the runtime, in constant time.
    if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, content))) return true;
  }
  return false;
}

/** Empty where there is none. */
export function headerOf(headers: WebhookVerification['headers'], name: string): string {
  if (isSource(headers)) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name);
  return [found?.[1]].flat()[0] ?? '';
}

function isSource(headers: WebhookVerification['headers']): headers is HeaderSource {
  return typeof headers['get'] === 'function';
}

function bytesOf(body: WebhookVerification['body']): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return body;
  throw new WebhookVerificationError('the body must be given as it arrived, as text or bytes');
}

/** Null for anything but the one base64 text of some bytes. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const decoded = atob(text);
    return btoa(decoded) === text ? Uint8Array.from(decoded, (each) => each.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
