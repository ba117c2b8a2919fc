import { ConnectionError, TimeoutError } from './errors.ts';

/** Says why, as far as the runtime told: it nests what happened under words such as `fetch failed`. */
export function connectionError(what: string, cause: unknown): ConnectionError {
  const reason = cause === undefined ? '' : innermost(cause);
  return new ConnectionError(reason === '' ? what : `${what}: ${reason}`, { cause });
}

export function timeoutError(error: unknown): TimeoutError {
  return new TimeoutError('The service did not answer in time', { cause: error });
}

function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses were tried; each failed for a reason of its own, and the first is as good as any.
  const next: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  return next instanceof Error ? innermost(next) : error.message;
}
