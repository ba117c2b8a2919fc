import { ModelError } from '#core/models/model-error.ts';
import { retryAfterMs } from './retry-after.ts';

/** The error object that all three protocols send, each with some of the fields. */
interface WireError {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly param?: unknown;
}

interface ErrorDocument {
  readonly error?: WireError | null;
}

/** The provider refused a request because of its parameters, so another form of it may pass. */
export class BadRequestError extends ModelError {}

const TRANSIENT_TYPES = new Set([
  'overloaded_error',
  'api_error',
  'server_error',
  'timeout_error',
  'rate_limit_error',
  'rate_limit_exceeded',
  'internal_server_error',
  'service_unavailable',
  'UNAVAILABLE',
  'INTERNAL',
  'DEADLINE_EXCEEDED',
  'RESOURCE_EXHAUSTED',
]);

/** The provider says that it cannot take the request now; 529 is Anthropic's word for overloaded. */
const busyStatuses = new Set([408, 425, 429, 503, 529]);

/**
 * An answer with another status than 200. Only the machine-readable fields of the body are kept:
 * its prose may repeat the key or the prompt.
 */
export function statusFailure(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): ModelError {
  const message = `the provider answered ${status}${describe(errorIn(body))}`;
  if (busyStatuses.has(status) || status >= 500) {
    return new ModelError(busyStatuses.has(status) ? 'unavailable' : 'rejected', message, {
      retryable: true,
      failover: status === 429 || status >= 500,
      retryAfterMs: retryAfterMs(headers),
    });
  }
  if (status === 400 || status === 422) return new BadRequestError('rejected', message, { retryable: false });
  return new ModelError('rejected', message, { retryable: false });
}

/** An error inside an answer that had begun with status 200. */
export function eventFailure(error: unknown): ModelError {
  const wireError = isWireError(error) ? error : {};
  const transient = [wireError.type, wireError.code, wireError.status].some(isTransient);
  const message = `the provider broke its answer off${describe(wireError)}`;
  return new ModelError('rejected', message, { retryable: transient, failover: transient });
}

function isTransient(value: unknown): boolean {
  if (typeof value === 'number') return value === 429 || value >= 500;
  return typeof value === 'string' && TRANSIENT_TYPES.has(value);
}

function errorIn(body: string): WireError {
  try {
    const parsed: ErrorDocument | ErrorDocument[] | null = JSON.parse(body);
    const document = Array.isArray(parsed) ? parsed[0] : parsed;
    return document?.error ?? {};
  } catch {
    return {};
  }
}

function isWireError(value: unknown): value is WireError {
  return typeof value === 'object' && value !== null;
}

function describe(error: WireError): string {
  const words = (['type', 'code', 'status', 'param'] as const)
    .map((name) => [name, word(error[name])] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** An identifier of the provider's protocol; anything longer or stranger is prose, or a secret. */
function word(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /^[A-Za-z][A-Za-z_.[\]]{0,47}$/.test(value) ? value : null;
}
