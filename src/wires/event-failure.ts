import { ModelError } from '#core/models/model-error.ts';
import { failureReasonOf, type WireError } from './failure-reason.ts';

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
  const reason = transient ? null : failureReasonOf(null, wireError);
  return new ModelError('rejected', message, { retryable: transient, failover: transient, reason });
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

export function isWireError(value: unknown): value is WireError {
  return typeof value === 'object' && value !== null;
}

/** An identifier of the provider's protocol. Anything longer or unusual may be prose or a secret. */
function word(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /^[A-Za-z][A-Za-z_.[\]]{0,47}$/.test(value) ? value : null;
}
