import { ConfigurationError } from '../errors.ts';
import {
  headerOf,
  verifiedText,
  type WebhookVerification,
  WebhookVerificationError,
} from '../verify-webhook.ts';
import { answerMessage, type Served } from './answer-message.ts';
import type { Tool, ToolCall } from './tool.ts';

/** Parley sends at most 8 KiB of arguments, and what it says of the person. */
const mostBytes = 256 * 1024;

export interface ToolServerOptions {
  /** `whsec_…`, which the service showed when the server was added; several during a rotation. */
  readonly secret: string | readonly string[];
  readonly tools: readonly Tool[];
  /** How the server names itself; `tools` by default. */
  readonly name?: string | undefined;
  /** Parley sends no `Origin`. A browser does, and is refused unless its page's origin is one of these. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Called when a tool has thrown anything but a `ToolError`; by default it is written to the console. */
  readonly onError?: ((error: unknown, call: ToolCall) => void) | undefined;
}

/** What `createServer` of `node:http` and frameworks upon it give to a handler. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** A server of tools at one address, as handlers that need no other object around them. */
export interface ToolServer {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The body must not have been read before, by a parser of JSON for example. */
  readonly node: (request: NodeRequest, response: NodeResponse) => void;
}

interface Incoming {
  readonly method: string | undefined;
  readonly headers: WebhookVerification['headers'];
  readonly body: AsyncIterable<Uint8Array> | null;
}

interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Serves tools to Parley: the methods `server/discover`, `tools/list` and `tools/call` of the Model Context Protocol.
 * Only what was signed with the secret reaches a tool.
 */
export function toolServer(options: ToolServerOptions): ToolServer {
  const { secret, tools, allowedOrigins = [] } = options;
  if ([secret].flat().join('') === '') throw new ConfigurationError('The secret of the tool server is empty');
  const served: Served = {
    name: options.name ?? 'tools',
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    onError: options.onError ?? ((error) => console.error(error)),
  };
  if (served.tools.size < tools.length) throw new ConfigurationError('Two tools have the same name');

  const answer = async ({ method, headers, body }: Incoming): Promise<Outgoing> => {
    if (method !== 'POST') return refusal(405, 'Only POST is served here', { allow: 'POST' });
    const origin = headerOf(headers, 'origin');
    if (origin !== '' && !allowedOrigins.includes(origin)) {
      return refusal(403, `Pages of ${origin} may not call these tools`);
    }
    const bytes = await readBody(body);
    if (bytes === null) return refusal(413, 'The body is too large', { connection: 'close' });
    try {
      const text = await verifiedText({ secret, headers, body: bytes });
      const { status, message } = await answerMessage(text, headers, served);
      return message === undefined ? { status, headers: {}, body: '' } : json(status, message);
    } catch (error) {
      if (error instanceof WebhookVerificationError) return refusal(401, error.message);
      throw error;
    }
  };

  return {
    fetch: async ({ method, headers, body }) => {
      const { status, headers: own, body: text } = await answer({ method, headers, body });
      return new Response(text === '' ? null : text, { status, headers: own });
    },
    node: (request, response) => {
      const { method, headers } = request;
      const send = ({ status, headers: own, body }: Outgoing) => {
        response.writeHead(status, own);
        response.end(body);
      };
      answer({ method, headers, body: request }).then(send, () => send(refusal(400, 'The body was cut')));
    },
  };
}

/** Null where there is more than any request of Parley has. */
async function readBody(body: Incoming['body']): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > mostBytes) return null;
    chunks.push(chunk);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Outgoing {
  const { body, headers: own } = json(status, { jsonrpc: '2.0', error: { code: -32600, message } });
  return { status, headers: { ...own, ...headers }, body };
}

function json(status: number, message: object): Outgoing {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) };
}
