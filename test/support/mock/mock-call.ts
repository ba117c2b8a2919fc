/** One request that the mock provider received. Times are `performance.now()` of the mock's process. */
export class MockCall {
  readonly at = performance.now();
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly authorization: string | null;
  /** The whole body, for fields beyond the model and the messages. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The answer was sent to its last byte. */
  finished = false;
  /** When the caller closed the connection before the end. */
  abortedAt: number | null = null;
  bytesSent = 0;
  /** Resolves when the response is over, however it ended. */
  readonly over: Promise<void>;
  readonly #end: () => void;

  constructor(body: Readonly<Record<string, unknown>>, authorization: string | null) {
    this.body = body;
    this.model = typeof body['model'] === 'string' ? body['model'] : '';
    this.messages = Array.isArray(body['messages']) ? body['messages'] : [];
    this.authorization = authorization;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.over = promise;
    this.#end = resolve;
  }

  /** Called once, when the response has closed. */
  close(cutByUs: boolean): void {
    if (!this.finished && !cutByUs) this.abortedAt = performance.now();
    this.#end();
  }
}
