import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it arrived, and the means to answer it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  readonly response: ServerResponse;
}

type Script = (call: Call) => void | Promise<void>;

/**
 * A real HTTP server whose responses a test scripts. A route uses up one script per request and repeats the last one;
 * a request without a script gets a 418, which no retry and no test accepts.
 */
export class ScriptedService implements AsyncDisposable {
  readonly calls: Call[] = [];
  /** Routes that were requested and have no script. */
  readonly unexpected: string[] = [];
  readonly #server: Server;
  readonly #scripts = new Map<string, Script[]>();
  readonly #waiting: { readonly route: string; readonly resolve: (call: Call) => void }[] = [];

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ScriptedService> {
    const service = new ScriptedService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${isAddress(address) ? address.port : 0}`;
  }

  get baseUrl(): string {
    return `${this.origin}/v1`;
  }

  /** `route` is a method and a path: `POST /v1/stream`. */
  on(route: string, ...scripts: readonly Script[]): this {
    this.#scripts.set(route, [...scripts]);
    return this;
  }

  /** The next call of this route, once it has been answered. */
  nextCall(route: string): Promise<Call> {
    return new Promise((resolve) => this.#waiting.push({ route, resolve }));
  }

  callsOf(route: string): readonly Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === route);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://service');
    const body = await readBody(request);
    const { method = '', headers } = request;
    const call: Call = { method, path: url.pathname, query: url.searchParams, headers, body, response };
    const route = `${method} ${url.pathname}`;
    this.calls.push(call);
    const scripts = this.#scripts.get(route) ?? [];
    const script = scripts.length > 1 ? scripts.shift() : scripts[0];
    if (script === undefined) {
      this.unexpected.push(route);
      response.writeHead(418).end();
    } else {
      await script(call);
    }
    const waiting = this.#waiting.findIndex((waiter) => waiter.route === route);
    if (waiting >= 0) this.#waiting.splice(waiting, 1)[0]?.resolve(call);
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const text = Buffer.concat(await request.toArray()).toString();
  return text === '' ? null : JSON.parse(text);
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
