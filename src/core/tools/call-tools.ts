import type { ToolServer } from '../clients/tool-server.ts';
import { signedHeaders } from '../webhooks/webhook-courier.ts';
import type { WebhookSecrets } from '../webhooks/webhook-secrets.ts';
import type {
  ListedTools,
  SignRequest,
  ToolAnswer,
  ToolClient,
  ToolRequest,
  ToolServerHealth,
  ToolServerPort,
} from './tool-client.ts';

/** A server is disabled after so many failures in a row. */
export const disablingFailures = 5;

export interface CallToolsOptions {
  readonly servers: ToolServerPort;
  readonly secrets: WebhookSecrets;
  readonly health: ToolServerHealth;
  readonly onDisabled: (server: ToolServer) => void;
  readonly onError: (error: unknown) => void;
}

const secretMissing = {
  text: 'its master secret is not configured any more',
  code: 'secret_missing',
} as const;

/** Signs what servers are sent, and counts how they answer. */
export class ToolCalls implements ToolClient {
  readonly #options: CallToolsOptions;

  constructor(options: CallToolsOptions) {
    this.#options = options;
  }

  async call(request: ToolRequest, signal: AbortSignal): Promise<ToolAnswer> {
    const { server } = request.tool;
    const sign = this.#signerOf(server, request.at);
    if (sign === null) {
      const { text, code } = secretMissing;
      return { outcome: 'unreached', text, errorCode: code, bytes: 0 };
    }
    const { isGone, ...answer } = await this.#options.servers.call(request, sign, signal);
    const hasAnswered = answer.outcome === 'result' || answer.outcome === 'error';
    if (hasAnswered || !signal.aborted) await this.#count(server, hasAnswered, isGone);
    return answer;
  }

  async list(server: ToolServer, signal: AbortSignal): Promise<ListedTools> {
    const sign = this.#signerOf(server, server.readAt);
    if (sign === null) return { failure: secretMissing, isGone: false };
    const listed = await this.#options.servers.list(server, sign, signal);
    if ('failure' in listed && listed.isGone) await this.#count(server, false, true);
    return listed;
  }

  #signerOf(server: ToolServer, at: Date): SignRequest | null {
    const secrets = this.#options.secrets.signing(server, at);
    return secrets.length === 0 ? null : (id, body) => signedHeaders(secrets, id, body, at);
  }

  /** Nothing is stored of a server that answers as before. What became of the call is known all the same. */
  async #count(server: ToolServer, hasAnswered: boolean, isGone: boolean): Promise<void> {
    const { health, onDisabled, onError } = this.#options;
    try {
      if (!hasAnswered) {
        if (await health.failed(server, isGone)) onDisabled(server);
      } else if (server.failures > 0) await health.succeeded(server);
    } catch (error) {
      onError(error);
    }
  }
}
