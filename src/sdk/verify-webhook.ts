import { ParleyError } from './errors.ts';
import type { Event } from './wire.ts';

/** The request was not signed by the secret, or too long ago. */
export class WebhookVerificationError extends ParleyError {
  override readonly name = 'WebhookVerificationError';
}

export interface WebhookVerification {
  /** `whsec_…`, or several of which one must have signed. */
  readonly secret: string | readonly string[];
  /** A `Headers`, or the headers of a Node request. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Exactly as it arrived. */
  readonly body: string | Uint8Array;
  /** How far the clocks may differ; 300 by default. */
  readonly toleranceSeconds?: number;
}

const encoder = new TextEncoder();

/** The event in a webhook request, after its signature was verified. Rejects with WebhookVerificationError. */
export async function verifyWebhook(request: WebhookVerification): Promise<Event> {
  const { secret, headers, body, toleranceSeconds = 300 } = request;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('the timestamp is missing or too far from now');
  }
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const content = joined(encoder.encode(`${id}.${timestamp}.`), bytes);
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  for (const one of [secret].flat()) {
    if (await isSignedBy(one, content, signatures)) return JSON.parse(new TextDecoder().decode(bytes));
  }
  throw new WebhookVerificationError('no signature is one of this secret');
}

async function isSignedBy(
  secret: string,
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
): Promise<boolean> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === null) throw new WebhookVerificationError('the secret is not one of a webhook');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  for (const text of signatures) {
    const signature = text.startsWith('v1,') ? bytesOf(text.slice(3)) : null;
    // Compared by the runtime, in constant time.
    if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, content))) return true;
  }
  return false;
}

function headerOf(headers: WebhookVerification['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : [headers[name]].flat()[0];
  return value ?? '';
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
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
