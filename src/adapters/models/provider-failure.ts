import { ModelError } from '#core/models/model-error.ts';
import { errorWords, isWireError } from '#wires/event-failure.ts';
import { failureReasonOf } from '#wires/failure-reason.ts';
import type { Headers } from './http1/response-reader.ts';

/** The provider cannot take the request now; 529 is Anthropic's status for overloaded. */
const busyStatuses = new Set([408, 425, 429, 503, 529]);

/**
 * A response with a status other than 200. Only machine-readable fields of the body are kept, because its prose may
 * repeat the key or the prompt.
 */
export function statusFailure(status: number, headers: Headers, body: string): ModelError {
  const error = errorIn(body);
  const message = `the provider answered ${status}${errorWords(error)}`;
  if (busyStatuses.has(status) || status >= 500) {
    return new ModelError(busyStatuses.has(status) ? 'unavailable' : 'rejected', message, {
      retryable: true,
      failover: status === 429 || status >= 500,
      retryAfterMs: retryAfterMs(headers),
    });
  }
  const reason = failureReasonOf(status, isWireError(error) ? error : {});
  return new ModelError('rejected', message, { retryable: false, reason });
}

function errorIn(body: string): unknown {
  try {
    const parsed: { readonly error?: unknown } | readonly { readonly error?: unknown }[] | null =
      JSON.parse(body);
    const document = Array.isArray(parsed) ? parsed[0] : parsed;
    // Some servers that follow OpenAI's send the error itself.
    return document?.error ?? document;
  } catch {
    return undefined;
  }
}

const LONGEST_MS = 24 * 60 * 60 * 1_000;

/** The delay that `Retry-After` (seconds or a date, RFC 9110) or `retry-after-ms` asks for, or null. */
function retryAfterMs(headers: Headers, nowMs: number = Date.now()): number | null {
  const milliseconds = single(headers['retry-after-ms']);
  if (milliseconds !== null && isDecimal(milliseconds)) return bounded(Number(milliseconds));
  const value = single(headers['retry-after']);
  if (value === null) return null;
  if (isDecimal(value)) return bounded(Number(value) * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : bounded(date - nowMs);
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value.trim() : (value?.[0]?.trim() ?? null);
}

function isDecimal(value: string): boolean {
  return /^\d+(\.\d+)?$/.test(value);
}

function bounded(milliseconds: number): number {
  return Math.min(Math.max(0, Math.ceil(milliseconds)), LONGEST_MS);
}
