import { isObject } from '#contract/schemas/is-object.ts';
import type { Facts } from '../chat-request.ts';
import { parseJson } from '../transport.ts';
import { headerOf, type WebhookVerification } from '../verify-webhook.ts';
import { type Tool, type ToolCall, ToolError } from './tool.ts';

/** The one version of the Model Context Protocol that Parley speaks. */
const protocolVersion = '2026-07-28';
const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion';
const clientCapabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const caching = { ttlMs: 300_000, cacheScope: 'private' } as const;

const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** What the answer to a message needs to know of its server. */
export interface Served {
  readonly name: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly onError: (error: unknown, call: ToolCall) => void;
}

export interface MessageAnswer {
  readonly status: number;
  /** Absent for a message that is no request. */
  readonly message?: object;
}

type Headers = WebhookVerification['headers'];

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: string | number;
  readonly method?: unknown;
  readonly params?: {
    readonly name?: unknown;
    readonly arguments?: unknown;
    readonly _meta?: Meta;
  };
}

interface Meta {
  readonly [protocolVersionKey]?: unknown;
  readonly [clientCapabilitiesKey]?: unknown;
  readonly 'dev.parley/call'?: SignedCall;
}

interface SignedCall {
  readonly attempt: number;
  readonly external_user_id?: string | null;
  readonly facts?: Facts | null;
  readonly agent_slug: string;
  readonly conversation_uuid?: string | null;
  readonly job_uuid?: string | null;
  readonly confirmed_at?: string | null;
  readonly livemode: boolean;
}

/** Answers one message of the protocol, whose signature was verified before. */
export async function answerMessage(text: string, headers: Headers, served: Served): Promise<MessageAnswer> {
  const message = read(text);
  if (message === null) return failure(400, undefined, codes.parseError, 'The body is no JSON object');
  const { id, method, params } = message;
  if (message.jsonrpc !== '2.0' || typeof method !== 'string') {
    return failure(400, id, codes.invalidRequest, 'The body is no request of JSON-RPC 2.0');
  }
  if (id === undefined) return { status: 202 };
  const refusal = refusalOfVersion(message, headers) ?? refusalOfHeaders(message, headers);
  if (refusal !== null) return refusal;
  const result = (content: object) => success(id, { ...content, _meta: identityOf(served) });
  switch (method) {
    case 'server/discover':
      return result({ supportedVersions: [protocolVersion], capabilities: { tools: {} }, ...caching });
    case 'tools/list':
      return result({ tools: [...served.tools.values()].map(described), ...caching });
    case 'tools/call':
      return await call(id, params ?? {}, headers, served, result);
    default:
      return failure(404, id, codes.methodNotFound, `${method} is not served here`);
  }
}

async function call(
  id: string | number,
  params: NonNullable<Message['params']>,
  headers: Headers,
  served: Served,
  result: (content: object) => MessageAnswer,
): Promise<MessageAnswer> {
  const tool = served.tools.get(String(params.name));
  if (tool === undefined) return failure(200, id, codes.invalidParams, `Unknown tool: ${params.name}`);
  const signed = params._meta?.['dev.parley/call'];
  if (signed === undefined) {
    return failure(400, id, codes.invalidParams, '_meta lacks dev.parley/call, which says who asks');
  }
  const toolCall = callOf(headerOf(headers, 'webhook-id'), signed);
  try {
    return result(contentOf(await tool.run(params.arguments ?? {}, toolCall)));
  } catch (error) {
    if (error instanceof ToolError) return result({ ...contentOf(error.message), isError: true });
    served.onError(error, toolCall);
    // Not a result: whether the tool has done something is unknown.
    return failure(500, id, codes.internalError, 'The tool failed');
  }
}

/** Every refusal names the version, which may be all that a program of an older protocol shows to people. */
function refusalOfVersion({ id, params }: Message, headers: Headers): MessageAnswer | null {
  const { [protocolVersionKey]: requested, [clientCapabilitiesKey]: capabilities } = params?._meta ?? {};
  if (typeof requested !== 'string' || !isObject(capabilities)) {
    const needed = `${protocolVersionKey} and ${clientCapabilitiesKey}`;
    const detail = `_meta needs ${needed}; this server speaks ${protocolVersion}`;
    return failure(400, id, codes.invalidParams, detail);
  }
  const header = headerOf(headers, 'mcp-protocol-version');
  if (header !== requested) return mismatch(id, 'MCP-Protocol-Version');
  if (requested === protocolVersion) return null;
  const data = { supported: [protocolVersion], requested };
  return failure(
    400,
    id,
    codes.unsupportedVersion,
    `Unsupported protocol version: not ${protocolVersion}`,
    data,
  );
}

function refusalOfHeaders({ id, method, params }: Message, headers: Headers): MessageAnswer | null {
  if (headerOf(headers, 'mcp-method') !== method) return mismatch(id, 'Mcp-Method');
  if (method !== 'tools/call') return null;
  return decoded(headerOf(headers, 'mcp-name')) === params?.name ? null : mismatch(id, 'Mcp-Name');
}

/** Names that no header can carry come in base64. */
function decoded(value: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0)));
  } catch {
    return null;
  }
}

function callOf(id: string, signed: SignedCall): ToolCall {
  return {
    id,
    attempt: signed.attempt,
    externalUserId: signed.external_user_id ?? null,
    facts: signed.facts ?? {},
    agentSlug: signed.agent_slug,
    conversationUuid: signed.conversation_uuid ?? null,
    jobUuid: signed.job_uuid ?? null,
    confirmedAt: signed.confirmed_at ?? null,
    livemode: signed.livemode,
  };
}

function contentOf(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return { content: [{ type: 'text', text }] };
}

function described({ name, description, inputSchema }: Tool) {
  return { name, description, inputSchema };
}

function identityOf({ name }: Served) {
  return { 'io.modelcontextprotocol/serverInfo': { name, version: '1' } };
}

function success(id: string | number, content: object): MessageAnswer {
  return { status: 200, message: { jsonrpc: '2.0', id, result: { resultType: 'complete', ...content } } };
}

function mismatch(id: Message['id'], header: string): MessageAnswer {
  return failure(400, id, codes.headerMismatch, `Header mismatch: ${header} is not what the body says`);
}

function failure(
  status: number,
  id: Message['id'],
  code: number,
  message: string,
  data?: object,
): MessageAnswer {
  const error = { code, message, ...(data && { data }) };
  return { status, message: { jsonrpc: '2.0', ...(id !== undefined && { id }), error } };
}

function read(text: string): Message | null {
  try {
    const message = parseJson<Message>(text);
    return isObject(message) ? message : null;
  } catch {
    return null;
  }
}
