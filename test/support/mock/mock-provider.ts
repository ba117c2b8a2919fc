import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { MockAnswer } from './mock-answer.ts';
import { MockCall } from './mock-call.ts';
import { type MockScenario, scenarioOf } from './mock-scenario.ts';

export type { MockCall } from './mock-call.ts';
export { type MockScenario, mockPiece, mockText } from './mock-scenario.ts';

export interface MockProviderOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** The scenario of requests without one of their own. */
  readonly scenario?: MockScenario;
  /** False forgets each call at once, for long benchmarks. */
  readonly keepCalls?: boolean;
}

/**
 * A real HTTP server that speaks OpenAI's chat completions. The next enqueued scenario answers a request, or else the
 * directives in its model's name, on top of the server's own scenario.
 */
export class MockProvider implements AsyncDisposable {
  readonly calls: MockCall[] = [];
  readonly #server: Server;
  readonly #options: MockProviderOptions;
  readonly #queue: MockScenario[] = [];
  readonly #waiting: { readonly count: number; readonly resolve: (call: MockCall) => void }[] = [];
  #received = 0;

  constructor(options: MockProviderOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => this.#receive(request, response));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#options.port ?? 0, '127.0.0.1', 8_192, resolve);
    });
    return this;
  }

  /** The `baseUrl` of a provider of the `openai` wire, or OPENAI_BASE_URL. */
  get baseUrl(): string {
    const { port } = addressOf(this.#server);
    return `http://127.0.0.1:${port}/v1`;
  }

  /** How many calls arrived, recorded or not. */
  get received(): number {
    return this.#received;
  }

  /** Decides the next request, whatever its model; one call, one request. */
  enqueue(...scenarios: MockScenario[]): void {
    this.#queue.push(...scenarios);
  }

  /** Drops what was enqueued and not asked for. */
  forgetEnqueued(): void {
    this.#queue.length = 0;
  }

  /** The nth call, counted from 1, now or when it arrives. */
  waitForCall(count: number): Promise<MockCall> {
    const call = this.calls[count - 1];
    if (call) return Promise.resolve(call);
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }

  /** Resolves when the caller has closed the connection; rejects when the answer ended otherwise. */
  async waitForAbort(call: MockCall): Promise<number> {
    await call.over;
    if (call.abortedAt === null) throw new Error('the answer ended without an abort');
    return call.abortedAt;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => this.#answer(request, response, Buffer.concat(chunks).toString('utf8')));
  }

  #answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) {
      response.writeHead(404).end();
      return;
    }
    const call = new MockCall(JSON.parse(body), request.headers.authorization ?? null);
    const asked = this.#queue.shift() ?? scenarioOf(call.model);
    this.#note(call);
    new MockAnswer(call, response, { ...this.#options.scenario, ...asked }).play();
  }

  #note(call: MockCall): void {
    this.#received += 1;
    if (this.#options.keepCalls === false) return;
    this.calls.push(call);
    for (const waiting of this.#waiting) {
      if (waiting.count === this.calls.length) waiting.resolve(call);
    }
  }
}

export function startMockProvider(options: MockProviderOptions = {}): Promise<MockProvider> {
  return new MockProvider(options).listen();
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mock provider does not listen');
  return address;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      deltas: { type: 'string', default: '50' },
      pace: { type: 'string', default: '20' },
    },
  });
  const deltas = Number(values.deltas);
  // Not the text of the tests, in which each piece has characters of several bytes: a benchmark measures the usual.
  const texts = Array.from({ length: deltas }, (_, index) => `word${index} `);
  const mock = await startMockProvider({
    port: Number(values.port),
    scenario: { deltas, texts, paceMs: Number(values.pace) },
    keepCalls: false,
  });
  console.log(mock.baseUrl);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void mock[Symbol.asyncDispose]());
  }
}
