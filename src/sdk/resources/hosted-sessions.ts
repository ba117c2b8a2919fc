import type { Facts } from '../chat-request.ts';
import type { Transport } from '../transport.ts';
import type { HostedSession } from '../wire.ts';
import { apiKeyOnly } from './call-options.ts';

export interface HostedSessionRequest {
  readonly externalUserId: string;
  /** Clamped to 300 to 43,200; 3,600 by default. */
  readonly ttlSeconds?: number | undefined;
  /** What the model is told about the end user. The browser can read them in the token. */
  readonly facts?: Facts | undefined;
}

/** Tokens for the browsers of end users. */
export class HostedSessions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async create(
    { externalUserId, ttlSeconds, facts }: HostedSessionRequest,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<HostedSession> {
    apiKeyOnly(this.#transport, 'hostedSessions.create');
    const body = { external_user_id: externalUserId, ttl_seconds: ttlSeconds, facts };
    return this.#transport.json({ method: 'POST', path: '/hosted-session', body, signal });
  }
}
