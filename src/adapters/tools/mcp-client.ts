import { isObject } from '#contract/schemas/is-object.ts';
import type { ToolServer } from '#core/clients/tool-server.ts';
import { newId } from '#core/shared/new-id.ts';
import { headersOfArguments, headerValue } from '#core/tools/mirrored-arguments.ts';
import type {
  ListedTools,
  SignRequest,
  ToolAnswer,
  ToolCallContext,
  ToolRequest,
  ToolServerPort,
} from '#core/tools/tool-client.ts';
import { readOfferedTool } from '#core/tools/tool-definition.ts';
import { ExchangeFailure, type GuardOptions, guardedExchange } from '../webhooks/guarded-exchange.ts';
import { type Message, readMessage } from './read-message.ts';
import { keptOf, textOfResult } from './result-text.ts';

/** The one version that is spoken. */
const protocolVersion = '2026-07-28';

const listMs = 10_000;
/** A list that has more than this is none that a person can approve. */
const mostPages = 16;
const mostTools = 128;

export interface McpClientOptions extends GuardOptions {
  /** The version of Parley that servers are told. */
  readonly version: string;
  /** How long one request about the list may take; default 10 s. */
  readonly listMs?: number;
}

type Answered = Message | { readonly kind: 'failed'; readonly failure: ExchangeFailure };

/**
 * Asks tool servers by the Model Context Protocol over HTTP. Each request is a POST with a connection of its own, and
 * none is sent twice. No address but the server's is asked for anything, whatever a schema or a result refers to.
 * Source: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export class McpClient implements ToolServerPort {
  readonly #options: McpClientOptions;

  constructor(options: McpClientOptions) {
    this.#options = options;
  }

  async list(server: Pick<ToolServer, 'url'>, sign: SignRequest, signal: AbortSignal): Promise<ListedTools> {
    const ask = (method: string, params: object) =>
      this.#post({ server, sign, signal, method, params, limitMs: this.#options.listMs ?? listMs });
    const discovered = await ask('server/discover', {});
    if (discovered.kind !== 'result') return failedList(discovered);
    const { supportedVersions: versions, capabilities } = discovered.result;
    if (!Array.isArray(versions) || !versions.includes(protocolVersion)) {
      return failed(`the server does not speak MCP ${protocolVersion}`, 'unsupported_version');
    }
    if (!isObject(capabilities) || !isObject(capabilities['tools'])) {
      return failed('the server has no tools', 'no_tools');
    }
    return readPages((cursor) => ask('tools/list', cursor === null ? {} : { cursor }));
  }

  async call(
    { tool, callId, arguments: given, context }: ToolRequest,
    sign: SignRequest,
    signal: AbortSignal,
  ): Promise<ToolAnswer & { readonly isGone: boolean }> {
    const { approval, name, server } = tool;
    const headers = {
      'Mcp-Name': headerValue(name),
      ...headersOfArguments(approval.definition.inputSchema, given),
    };
    const about = { 'dev.parley/call': presentContext(context) };
    const params = { name, arguments: given };
    const limitMs = approval.timeoutMs;
    const answered = await this.#post({
      ...{ server, sign, signal, method: 'tools/call', params, limitMs },
      ...{ id: callId, about, headers },
    });
    return toolAnswer(answered);
  }

  async #post(asked: Asked): Promise<Answered> {
    const { server, sign, signal, method, params, limitMs, id = newId(), about = {}, headers = {} } = asked;
    const meta = {
      'io.modelcontextprotocol/protocolVersion': protocolVersion,
      'io.modelcontextprotocol/clientInfo': { name: 'Parley', version: this.#options.version },
      'io.modelcontextprotocol/clientCapabilities': {},
      ...about,
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } });
    const sent = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': protocolVersion,
      'Mcp-Method': method,
      ...headers,
      ...sign(id, body),
    };
    try {
      const request = { url: server.url, headers: sent, body, limitMs };
      return await guardedExchange(this.#options, request, signal, (answer) => readMessage(answer, id));
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      return { kind: 'failed', failure: error };
    }
  }
}

interface Asked {
  readonly server: Pick<ToolServer, 'url'>;
  readonly sign: SignRequest;
  readonly signal: AbortSignal;
  readonly method: string;
  readonly params: object;
  readonly limitMs: number;
  /** The id of the message and of its signature; a new one by default. */
  readonly id?: string;
  /** What is said beside what the protocol asks for. */
  readonly about?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function readPages(ask: (cursor: string | null) => Promise<Answered>): Promise<ListedTools> {
  let found: readonly unknown[] = [];
  let cursor: string | null = null;
  let freshMs: number | null = null;
  for (let page = 0; page < mostPages; page++) {
    const answered: Answered = await ask(cursor);
    if (answered.kind !== 'result') return failedList(answered);
    const { tools, nextCursor, ttlMs } = answered.result;
    if (!Array.isArray(tools)) return failed('the answer cannot be read', 'invalid_answer');
    // One part may have more than a call can take as arguments.
    found = found.concat(tools);
    // A list is as fresh as its first part to expire.
    if (typeof ttlMs === 'number' && ttlMs >= 0)
      freshMs = Math.min(freshMs ?? Number.MAX_SAFE_INTEGER, ttlMs);
    if (found.length > mostTools) break;
    if (typeof nextCursor !== 'string') return { tools: distinct(found), freshMs };
    cursor = nextCursor;
  }
  return failed(`the server has more than ${mostTools} tools`, 'too_many_tools');
}

/** One that is no tool keeps no other from being used, and the first of a name is that of the name. */
function distinct(found: readonly unknown[]) {
  const read = found.map(readOfferedTool).filter((tool) => tool !== null);
  return read.filter(({ name }, place) => read.findIndex((other) => other.name === name) === place);
}

function presentContext(context: ToolCallContext) {
  return {
    external_user_id: context.externalUserId,
    facts: context.facts,
    agent_slug: context.agentSlug,
    conversation_uuid: context.conversationId,
    job_uuid: context.jobId,
    attempt: context.attempt,
    confirmed_at: context.confirmedAt?.toISOString() ?? null,
    livemode: !context.isTry,
  };
}

function toolAnswer(answered: Answered): ToolAnswer & { readonly isGone: boolean } {
  const isGone = answered.kind === 'unreadable' && answered.code === 'http_410';
  const bytes = 'bytes' in answered ? answered.bytes : 0;
  switch (answered.kind) {
    case 'failed': {
      const { message: text, code: errorCode, isUnsent } = answered.failure;
      return { outcome: isUnsent ? 'unreached' : 'unclear', text, errorCode, bytes, isGone };
    }
    case 'unreadable':
      return {
        outcome: 'unclear',
        text: 'the answer cannot be read',
        errorCode: answered.code,
        bytes,
        isGone,
      };
    case 'error':
      return {
        outcome: 'error',
        text: keptOf(answered.message),
        errorCode: `error_${answered.code}`,
        bytes,
        isGone,
      };
    case 'result':
      return { ...outcomeOf(answered.result), bytes, isGone };
  }
}

function outcomeOf(
  result: Readonly<Record<string, unknown>>,
): Pick<ToolAnswer, 'outcome' | 'text' | 'errorCode'> {
  const { resultType = 'complete', isError } = result;
  if (resultType === 'input_required') {
    return {
      outcome: 'error',
      text: 'the tool asks for more than it was given',
      errorCode: 'input_required',
    };
  }
  const text = resultType === 'complete' ? textOfResult(result) : null;
  if (text === null) {
    return { outcome: 'unclear', text: 'the answer cannot be read', errorCode: 'invalid_answer' };
  }
  return { outcome: isError === true ? 'error' : 'result', text, errorCode: null };
}

function failedList(answered: Exclude<Answered, { readonly kind: 'result' }>): ListedTools {
  switch (answered.kind) {
    case 'failed':
      return failed(answered.failure.message, answered.failure.code);
    case 'error':
      return failed(keptOf(answered.message).slice(0, 200), `error_${answered.code}`);
    case 'unreadable':
      return {
        failure: { text: 'the answer cannot be read', code: answered.code },
        isGone: answered.code === 'http_410',
      };
  }
}

function failed(text: string, code: string): ListedTools {
  return { failure: { text, code }, isGone: false };
}
