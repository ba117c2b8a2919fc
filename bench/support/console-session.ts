import { execFile } from 'node:child_process';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { ROOT } from './program.ts';

const run = promisify(execFile);

export interface Read {
  readonly tookMs: number;
  readonly etag: string | null;
}

/** An operator at the console, signed in by a link of the command line. */
export class ConsoleSession implements Disposable {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });
  #cookie = '';

  private constructor(port: number) {
    this.#port = port;
  }

  static async open(environment: Readonly<Record<string, string>>, port: number): Promise<ConsoleSession> {
    const words = ['operator', 'link', '--json'];
    const { stdout } = await run(process.execPath, ['bin/parley.js', ...words], {
      cwd: ROOT,
      env: environment,
    });
    const { link }: { link: string } = JSON.parse(stdout);
    const session = new ConsoleSession(port);
    const code = new URL(link).hash.slice(1);
    const answer = await session.#ask('POST', '/enrol', {}, { code, email: 'bench@example.com' });
    await text(answer);
    session.#cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return session;
  }

  /** Reads below `/api` to the end, as a page does that knows the answer with `etag`. */
  async read(path: string, etag: string | null = null): Promise<Read> {
    const startedAt = performance.now();
    const known = etag === null ? {} : { 'if-none-match': etag, 'x-parley-poll': '1' };
    const answer = await this.#ask('GET', path, known);
    const body = await text(answer);
    const { statusCode = 0, headers } = answer;
    if (statusCode !== 200 && statusCode !== 304) throw new Error(`${path}: ${statusCode} ${body}`);
    return { tookMs: performance.now() - startedAt, etag: headers.etag ?? null };
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  #ask(method: string, path: string, more: object, body?: object): Promise<IncomingMessage> {
    const host = `console.localhost:${this.#port}`;
    const headers = {
      host,
      origin: `http://${host}`,
      cookie: this.#cookie,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    };
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.#port, path: `/api${path}`, agent: this.#agent };
      request({ ...options, method, headers }, resolve)
        .on('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}
