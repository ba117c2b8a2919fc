import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';

export interface Page {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly text: string;
  /** Where it was found, after redirects. */
  readonly url: string;
}

export interface Visit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** An address to connect to other than the machine's own. */
  readonly host?: string;
}

/** A browser without script: cookies of each host, forms, redirects. Every host is the one service. */
export class FormBrowser {
  readonly #port: number;
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Headers of every request. */
  readonly #headers: Readonly<Record<string, string>>;

  constructor(port: number, headers: Readonly<Record<string, string>> = {}) {
    this.#port = port;
    this.#headers = headers;
  }

  /** One request with the host's cookies; redirects are not followed. */
  async visit(address: string, visit: Visit = {}): Promise<Page> {
    const url = new URL(address);
    const [response] = await once(this.open(address, visit), 'response');
    this.#keep(url.host, response.headers['set-cookie'] ?? []);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    return {
      status: response.statusCode,
      headers: response.headers,
      body,
      text: body.toString(),
      url: url.href,
    };
  }

  /** The request itself, for answers that do not end. */
  open(address: string, { method = 'GET', headers = {}, body, host }: Visit = {}): ClientRequest {
    const url = new URL(address);
    const cookies = this.cookies(url.host);
    const request = send({
      host: '127.0.0.1',
      port: this.#port,
      method,
      path: url.pathname + url.search,
      headers: {
        host: host ?? url.host,
        ...(cookies === '' ? {} : { cookie: cookies }),
        ...this.#headers,
        ...headers,
      },
    });
    request.end(body);
    return request;
  }

  /** A form as a browser sends it, from a page of the same origin. */
  post(address: string, fields: Readonly<Record<string, string>>, visit: Visit = {}): Promise<Page> {
    return this.visit(address, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      ...visit,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: new URL(address).origin,
        ...visit.headers,
      },
    });
  }

  /** Follows redirects to the first page that does not redirect. */
  async follow(page: Page): Promise<Page> {
    const { location } = page.headers;
    if (page.status < 300 || page.status >= 400 || location === undefined) return page;
    return this.follow(await this.visit(new URL(location, page.url).href));
  }

  /** JSON with the cookies of the host. */
  sendJson(address: string, method: string, body?: object, headers: Visit['headers'] = {}): Promise<Page> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const typed = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.visit(address, {
      method,
      ...sent,
      headers: { ...typed, origin: new URL(address).origin, ...headers },
    });
  }

  cookies(host: string): string {
    return [...this.cookiesOf(host)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Name → value. */
  cookiesOf(host: string): ReadonlyMap<string, string> {
    return this.#cookies.get(host) ?? new Map();
  }

  cookie(host: string, name: string): string | undefined {
    return this.#cookies.get(host)?.get(name);
  }

  setCookie(host: string, name: string, value: string): void {
    this.#jar(host).set(name, value);
  }

  #keep(host: string, lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*max-age=0\b/i.test(line)) this.#jar(host).delete(name);
      else this.#jar(host).set(name, value);
    }
  }

  #jar(host: string): Map<string, string> {
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    return jar;
  }
}
