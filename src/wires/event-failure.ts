import { ModelError } from '#core/models/model-error.ts';

/** The error object that all protocols send, each with some of the fields. */
interface WireError {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly param?: unknown;
}

const transientTypes = new Set([
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

/** An error inside an answer that began with status 200. */
export function eventFailure(error: unknown): ModelError {
  const wireError = isWireError(error) ? error : {};
  const transient = [wireError.type, wireError.code, wireError.status].some(isTransient);
  const message = `the provider broke its answer off${errorWords(error)}`;
  return new ModelError('rejected', message, { retryable: transient, failover: transient });
}

/**
 * The machine-readable fields of a provider's error, in parentheses; '' when there are none. Its prose may repeat the
 * key or the prompt.
 */
export function errorWords(error: unknown): string {
  if (!isWireError(error)) return '';
  const words = (['type', 'code', 'status', 'param'] as const)
    .map((name) => [name, word(error[name])] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function isTransient(value: unknown): boolean {
  if (typeof value === 'number') return value === 429 || value >= 500;
  return typeof value === 'string' && transientTypes.has(value);
}

function isWireError(value: unknown): value is WireError {
  return typeof value === 'object' && value !== null;
}

/** An identifier of the provider's protocol. Anything longer or unusual may be prose or a secret. */
function word(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /^[A-Za-z][A-Za-z_.[\]]{0,47}$/.test(value) ? value : null;
}
