import type { Transport } from '../transport.ts';
import type { GuidanceAnswer } from '../wire.ts';
import { apiKeyOnly, type CallOptions } from './call-options.ts';

type Signal = Pick<CallOptions, 'signal'>;

/** Your own instructions for an agent, which follow the operator's. The key needs the scope `guidance`. */
export class Guidance {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The draft, what is published, and the last versions. */
  async get(agentSlug: string, options: Signal = {}): Promise<GuidanceAnswer> {
    apiKeyOnly(this.#transport, 'guidance.get');
    return this.#transport.json({ method: 'GET', path: at(agentSlug), ...options });
  }

  /** Writes the draft, which changes no answer yet. */
  async update(agentSlug: string, text: string, options: Signal = {}): Promise<GuidanceAnswer> {
    apiKeyOnly(this.#transport, 'guidance.update');
    return this.#transport.json({ method: 'PUT', path: at(agentSlug), body: { text }, ...options });
  }

  /** Publishes the draft, or an earlier version again, for every prompt from now on. */
  async publish(agentSlug: string, version?: number, options: Signal = {}): Promise<GuidanceAnswer> {
    apiKeyOnly(this.#transport, 'guidance.publish');
    const path = `${at(agentSlug)}/publish`;
    return this.#transport.json({ method: 'POST', path, body: { version }, ...options });
  }
}

function at(agentSlug: string): string {
  return `/agents/${encodeURIComponent(agentSlug)}/guidance`;
}
