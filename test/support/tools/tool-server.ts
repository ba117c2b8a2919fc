import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createMcpHandler, fromJsonSchema, McpServer } from '#vendors/mcp-server.ts';

/** One request as it arrived. */
export interface ToolRequestSeen {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ToolServerRun extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ToolRequestSeen[];
  /** The requests of one method, as they were sent. */
  of(method: string): readonly ToolRequestSeen[];
  /** What it says of `find_orders` from now on. */
  describe(text: string): void;
  /** Statuses that are answered instead, one for each request. */
  readonly refusals: number[];
}

/** No member of the types of the package. */
const mirrored = { 'x-mcp-header': 'Status' };
const orders = fromJsonSchema<{ status?: string }>({
  type: 'object',
  properties: { status: { type: 'string', enum: ['open', 'shipped'], ...mirrored } },
});
const order = fromJsonSchema<{ order_id: string }>({
  type: 'object',
  properties: { order_id: { type: 'string', maxLength: 20 } },
  required: ['order_id'],
});
const odd = fromJsonSchema<object>({ type: 'object', properties: { a: { type: 'string', pattern: '^a' } } });

/** A partner's server, made with the official package: it finds orders, cancels one, and has a tool that is too odd. */
export async function startToolServer(mode: 'auto' | 'sse' = 'auto'): Promise<ToolServerRun> {
  const requests: ToolRequestSeen[] = [];
  const refusals: number[] = [];
  let description = 'The orders of the person who asks.';
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'shop', version: '1.0.0' });
      server.registerTool(
        'find_orders',
        { title: 'Find orders', description, inputSchema: orders },
        async ({ status = 'any' }) => ({ content: [{ type: 'text', text: `1001 is ${status}` }] }),
      );
      server.registerTool(
        'cancel_order',
        { description: 'Cancels.', inputSchema: order },
        async ({ order_id }) =>
          order_id === '1'
            ? { content: [{ type: 'text', text: `${order_id} is cancelled` }] }
            : { content: [{ type: 'text', text: 'no such order' }], isError: true },
      );
      server.registerTool('odd', { description: 'Odd.', inputSchema: odd }, async () => ({ content: [] }));
      return server;
    },
    { responseMode: mode },
  );
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    requests.push({ headers, body });
    const refusal = refusals.shift();
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    const asked = new Request(`http://${headers['host']}/`, { method: 'POST', headers, body });
    const answered = await handler.fetch(asked);
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/tools`,
    requests,
    refusals,
    of: (method) => requests.filter(({ headers }) => headers['mcp-method'] === method),
    describe: (text) => {
      description = text;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await handler.close();
    },
  };
}
