import { ConfigurationError } from '../errors.ts';
import type { Transport } from '../transport.ts';

export interface CallOptions {
  /** The end user. Required with an API key; a token identifies its own. */
  readonly externalUserId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Some routes do not exist on a tenant's host. */
export function apiKeyOnly({ settings }: Transport, method: string): void {
  if (settings.hosted)
    throw new ConfigurationError(`${method} needs an API key; a hosted token cannot do it`);
}
