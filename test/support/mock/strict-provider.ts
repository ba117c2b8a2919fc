import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { type StrictCall, strictVendors } from './strict-vendors.ts';
import type { VendorWire } from './vendors.ts';

/**
 * A vendor with a model that thinks, and asks for these calls. It refuses with 400 what the vendors refuse: a message
 * that does not come back as it was sent, with its thoughts and signatures, and results that are missing or in another
 * order. To results it answers with their texts.
 */
export class StrictProvider implements AsyncDisposable {
  /** The bodies of the requests, in their order. */
  readonly bodies: Readonly<Record<string, unknown>>[] = [];
  readonly #wire: VendorWire;
  readonly #message: unknown;
  readonly #calls: readonly StrictCall[];
  readonly #server: Server;

  constructor(wire: VendorWire, calls: readonly StrictCall[]) {
    this.#wire = wire;
    this.#calls = calls;
    // Another signature in each process: none can be guessed.
    this.#message = strictVendors[wire].message(calls, crypto.randomUUID());
    this.#server = createServer(async (request, response) => {
      const body: Record<string, unknown> = JSON.parse(await text(request));
      this.bodies.push(body);
      const events = this.#answer(body);
      if (events === null) {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'changed' } }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the provider does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(body: Record<string, unknown>): readonly object[] | null {
    const { messagesIn, asList, results, says, asks } = strictVendors[this.#wire];
    const messages = messagesIn(body);
    const sent = asList(this.#message);
    const last = messages.at(-1);
    if (last !== undefined && this.#isQuestion(last)) return asks(this.#message);
    const begin = messages.findIndex((_, index) =>
      isDeepStrictEqual(messages.slice(index, index + sent.length), sent),
    );
    const found = begin === -1 ? null : results(messages.slice(begin + sent.length));
    const isWhole =
      found !== null &&
      isDeepStrictEqual(
        found.ids,
        this.#calls.map(({ id }) => id),
      );
    return isWhole ? says(found.texts.join(' ')) : null;
  }

  #isQuestion(message: unknown): boolean {
    const { role, content, parts } = Object(message);
    return role === 'user' && (typeof content === 'string' || parts?.[0]?.text !== undefined);
  }
}
