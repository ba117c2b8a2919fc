import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface PageOptions {
  /** Attributes of the script element, beside its src. */
  readonly attributes?: string;
  /** Attributes of the document's element. */
  readonly html?: string;
  readonly viewport?: string;
  readonly head?: string;
  readonly body?: string;
  /** Text of `/page.js`, a script of the page's own that runs before the launcher. */
  readonly script?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TokenAnswer {
  readonly status?: number;
  /** Sent as JSON, or as it is where it is a string, as a page. */
  readonly body: unknown;
}

/** The web site of a partner, under any `*.localhost` name: one page with the launcher, and its token endpoint. */
export class PartnerSite implements AsyncDisposable {
  /** Reasons that the token endpoint was called with. */
  readonly asked: string[] = [];
  tokens: (reason: string) => Promise<TokenAnswer>;
  page: PageOptions = {};
  readonly #server: Server;
  readonly #tenantUrl: string;
  readonly #port: number;

  private constructor(server: Server, tenantUrl: string, port: number) {
    this.#server = server;
    this.#tenantUrl = tenantUrl;
    this.#port = port;
    this.tokens = async () => ({ status: 500, body: {} });
  }

  static async open(tenantUrl: string): Promise<PartnerSite> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The site has no port');
    const site = new PartnerSite(server, tenantUrl, address.port);
    server.on('request', (request, response) => void site.#answer(request, response));
    return site;
  }

  origin(name = 'partner'): string {
    return `http://${name}.localhost:${this.#port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0];
    if (path === '/api/chat-token') return this.#sendToken(request, response);
    if (path === '/page.js') return send(response, 'text/javascript', this.page.script ?? '');
    for (const [name, value] of Object.entries(this.page.headers ?? {})) response.setHeader(name, value);
    send(response, 'text/html; charset=utf-8', this.#html());
  }

  async #sendToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { reason }: { reason: string } = JSON.parse(Buffer.concat(chunks).toString());
    this.asked.push(reason);
    const { status = 200, body } = await this.tokens(reason);
    response.statusCode = status;
    if (typeof body === 'string') send(response, 'text/html', body);
    else send(response, 'application/json', JSON.stringify(body));
  }

  #html(): string {
    const {
      html = 'lang="en"',
      attributes = 'data-token-endpoint="/api/chat-token"',
      head = '',
      body = '',
      script,
    } = this.page;
    const { viewport = '<meta name="viewport" content="width=device-width">' } = this.page;
    return `<!doctype html><html ${html}><head><title>Partner</title><link rel="icon" href="data:,">
${viewport}
${script === undefined ? '' : '<script src="/page.js"></script>'}
<script src="${this.#tenantUrl}/launcher.js" defer crossorigin="anonymous" ${attributes}></script>${head}</head>
<body><main><h1>A page of the partner</h1><p><a href="#x">A link</a></p></main>${body}</body></html>`;
  }
}

function send(response: ServerResponse, type: string, text: string): void {
  response.setHeader('content-type', type);
  response.end(text);
}
