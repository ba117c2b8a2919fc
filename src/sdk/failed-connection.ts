import { ConnectionError, TimeoutError } from './errors.ts';

/** The reason, as far as the runtime reports one: it nests the error under messages such as `fetch failed`. */
export function connectionError(what: string, cause: unknown): ConnectionError {
  const reason = cause === undefined ? '' : innermost(cause);
  return new ConnectionError(reason === '' ? what : `${what}: ${reason}`, { cause });
}

export function timeoutError(error: unknown): TimeoutError {
  return new TimeoutError('The service did not answer in time', { cause: error });
}

function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses were tried and each failed for its own reason; the first one is as good as any.
  const next: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  return next instanceof Error ? innermost(next) : error.message;
}
