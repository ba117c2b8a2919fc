import type { Transport } from '../transport.ts';
import type {
  ToolAnswer,
  ToolApprovalRequest,
  ToolCallList,
  ToolList,
  ToolServerAnswer,
  ToolServerChange,
  ToolServerCreation,
  ToolServerDeleted,
  ToolServerList,
  ToolServerSecretAnswer,
  ToolTried,
  ToolWithdrawn,
} from '../wire.ts';
import { apiKeyOnly } from './call-options.ts';

export interface ToolApprovalOptions {
  /** The `offered_hash` of what was read. */
  readonly offeredHash: ToolApprovalRequest['offered_hash'];
  readonly effect: ToolApprovalRequest['effect'];
  readonly idempotent?: boolean | undefined;
  /** The question before each call of a tool that writes: `"Cancel order {order_id}?"`. */
  readonly confirm?: string | null | undefined;
  /** What a reader sees while it runs, by the tag of a language. */
  readonly labels: Readonly<Record<string, string>>;
  readonly agents: readonly string[];
  readonly timeoutMs?: number | undefined;
}

export interface ToolTryOptions {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly externalUserId?: string | undefined;
}

/** Servers of your own tools, and what is approved of what they offer. The key needs the scope `tools`. */
export class ToolServers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(): Promise<ToolServerList> {
    return this.#ask('GET', '');
  }

  /** The answer holds the secret, which is shown once. */
  create(request: ToolServerCreation): Promise<ToolServerSecretAnswer> {
    return this.#ask('POST', '', request, false);
  }

  get(id: string): Promise<ToolServerAnswer> {
    return this.#ask('GET', at(id));
  }

  update(id: string, change: ToolServerChange): Promise<ToolServerAnswer> {
    return this.#ask('PATCH', at(id), change);
  }

  delete(id: string): Promise<ToolServerDeleted> {
    return this.#ask('DELETE', at(id), undefined, false);
  }

  /** Asks the server which tools it offers. */
  refresh(id: string): Promise<ToolServerAnswer> {
    return this.#ask('POST', `${at(id)}/refresh`, {});
  }

  /** Both secrets sign for `overlapSeconds`, a day by default. */
  rotateSecret(id: string, overlapSeconds?: number): Promise<ToolServerSecretAnswer> {
    return this.#ask('POST', `${at(id)}/rotate-secret`, { overlap_seconds: overlapSeconds }, false);
  }

  enable(id: string): Promise<ToolServerAnswer> {
    return this.#ask('POST', `${at(id)}/enable`, {});
  }

  tools(id: string): Promise<ToolList> {
    return this.#ask('GET', `${at(id)}/tools`);
  }

  /** The last 50 calls of a server, newest first. */
  calls(id: string): Promise<ToolCallList> {
    return this.#ask('GET', `${at(id)}/calls`);
  }

  /** From now on models are told this definition of the tool, and no later one. */
  approve(id: string, tool: string, approval: ToolApprovalOptions): Promise<ToolAnswer> {
    const { offeredHash, timeoutMs, ...others } = approval;
    const body = { offered_hash: offeredHash, timeout_ms: timeoutMs, ...others };
    return this.#ask('PUT', `${at(id)}/tools${at(tool)}`, body);
  }

  withdraw(id: string, tool: string): Promise<ToolWithdrawn> {
    return this.#ask('DELETE', `${at(id)}/tools${at(tool)}`, undefined, false);
  }

  /** Tries an approved tool that only reads. */
  call(id: string, tool: string, request: ToolTryOptions): Promise<ToolTried> {
    const body = { arguments: request.arguments, external_user_id: request.externalUserId };
    return this.#ask('POST', `${at(id)}/tools${at(tool)}/call`, body, false);
  }

  async #ask<T>(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    below: string,
    body?: object,
    repeatable = true,
  ): Promise<T> {
    apiKeyOnly(this.#transport, 'toolServers');
    const sent = body === undefined ? {} : { body };
    return this.#transport.json({ method, path: `/tool-servers${below}`, repeatable, ...sent });
  }
}

function at(name: string): string {
  return `/${encodeURIComponent(name)}`;
}
