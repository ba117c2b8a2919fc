import type { Transport } from '../transport.ts';
import type { KeyRotated } from '../wire.ts';
import { apiKeyOnly } from './call-options.ts';

export interface KeyRotation {
  /** How long the present key keeps working: 3,600 to 604,800 seconds, a day by default. */
  readonly overlapSeconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The API key that this client uses. */
export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The answer holds the new key, which is shown once; this client goes on with its own. After a lost answer, rotate
   * again with the same key: a new key is replaced until it was used once.
   */
  async rotate({ overlapSeconds, signal }: KeyRotation = {}): Promise<KeyRotated> {
    apiKeyOnly(this.#transport, 'keys.rotate');
    const body = { overlap_seconds: overlapSeconds };
    // An earlier request that arrives late would replace the key that the repeat was answered with.
    return this.#transport.json({ method: 'POST', path: '/keys/rotate', body, repeatable: false, signal });
  }
}
