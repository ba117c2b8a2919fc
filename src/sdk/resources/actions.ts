import type { Transport } from '../transport.ts';
import type { ActionAnswer, ActionConfirmed } from '../wire.ts';
import type { CallOptions } from './call-options.ts';

/** Calls of tools that change something: a person decides about each. */
export class Actions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(actionUuid: string, options: CallOptions = {}): Promise<ActionAnswer> {
    return this.#transport.json({ method: 'GET', path: at(actionUuid), ...options });
  }

  /** Sends the call now. Its answer is followed with `jobs.follow`. */
  confirm(actionUuid: string, options: CallOptions = {}): Promise<ActionConfirmed> {
    const body = { decision: 'confirm' };
    return this.#transport.json({ method: 'POST', path: at(actionUuid), body, ...options });
  }

  /** Nothing is sent. */
  decline(actionUuid: string, options: CallOptions = {}): Promise<ActionAnswer> {
    const body = { decision: 'decline' };
    return this.#transport.json({ method: 'POST', path: at(actionUuid), body, ...options });
  }
}

function at(actionUuid: string): string {
  return `/actions/${encodeURIComponent(actionUuid)}`;
}
