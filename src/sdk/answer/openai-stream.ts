import { AnswerFailedError, AnswerRestartedError } from '../errors.ts';
import type { AnswerStream } from './answer-stream.ts';
import { ignore } from './deferred.ts';

/** A `chat.completion.chunk` of OpenAI's interface. */
export interface OpenAIChunk {
  readonly id: string;
  readonly object: 'chat.completion.chunk';
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  readonly choices: {
    readonly index: 0;
    readonly delta: { readonly role?: 'assistant'; readonly content?: string };
    readonly finish_reason: 'stop' | 'length' | null;
  }[];
}

export interface OpenAIStreamOptions {
  /** What the chunks call the model; `parley` by default. */
  readonly model?: string | undefined;
}

/**
 * The answer in OpenAI's form, for tools that read such a stream. It is read once, in one of three ways. A complete
 * answer ends with its `finish_reason`, a cancelled one without.
 */
export function toOpenAIStream(
  answer: AnswerStream,
  { model = 'parley' }: OpenAIStreamOptions = {},
): OpenAIStream {
  return new OpenAIStream(answer, model);
}

export class OpenAIStream implements AsyncIterable<OpenAIChunk> {
  readonly #answer: AnswerStream;
  readonly #model: string;

  constructor(answer: AnswerStream, model: string) {
    this.#answer = answer;
    this.#model = model;
  }

  /** Leaving the loop has the effect that it has for the answer itself. */
  async *[Symbol.asyncIterator](): AsyncGenerator<OpenAIChunk, void> {
    const created = Math.floor(Date.now() / 1000);
    let isFirst = true;
    let hasText = false;
    for await (const event of this.#answer.events()) {
      if (isFirst) yield await this.#chunk(created, { role: 'assistant', content: '' });
      isFirst = false;
      if (event.type === 'reset' && hasText) throw new AnswerRestartedError(event.attempt);
      if (event.type === 'delta') yield await this.#chunk(created, { content: event.text });
      hasText ||= event.type === 'delta';
      if (event.type !== 'done') continue;
      const isWhole = event.finish_reason === 'stop' || event.finish_reason === 'length';
      if (isWhole) yield await this.#chunk(created, {}, event.finish_reason);
    }
  }

  /**
   * Chunks as JSON, one a line: what `toReadableStream` of OpenAI's own client gives, and its `fromReadableStream`
   * takes.
   */
  toReadableStream(): ReadableStream<Uint8Array> {
    return this.#toBytes(this.#lines());
  }

  /**
   * Server-sent events, as a route of yours returns them to a tool. Rejects when the service refuses the prompt. A
   * failure after that is an event with `error`, and no `[DONE]` follows.
   */
  async toResponse(): Promise<Response> {
    await this.#answer.jobUuid;
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(this.#toBytes(this.#serverEvents()), { headers });
  }

  async #chunk(
    created: number,
    delta: OpenAIChunk['choices'][number]['delta'],
    finish_reason: 'stop' | 'length' | null = null,
  ): Promise<OpenAIChunk> {
    return {
      id: `chatcmpl-${await this.#answer.jobUuid}`,
      object: 'chat.completion.chunk',
      created,
      model: this.#model,
      choices: [{ index: 0, delta, finish_reason }],
    };
  }

  async *#lines(): AsyncGenerator<string, void> {
    for await (const chunk of this) yield `${JSON.stringify(chunk)}\n`;
  }

  async *#serverEvents(): AsyncGenerator<string, void> {
    let isWhole = false;
    try {
      for await (const chunk of this) {
        isWhole = chunk.choices.some(({ finish_reason }) => finish_reason !== null);
        yield `data: ${JSON.stringify(chunk)}\n\n`;
      }
    } catch (error) {
      yield `data: ${JSON.stringify({ error: told(error) })}\n\n`;
    }
    if (isWhole) yield 'data: [DONE]\n\n';
  }

  #toBytes(parts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    return new ReadableStream({
      pull: async (controller) => {
        const next = await parts.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      // The part that is awaited now may take long to arrive. A reader that has gone cannot receive an error.
      cancel: async () => {
        await this.#answer.leave().catch(ignore);
        await parts.return().catch(ignore);
      },
    });
  }
}

/**
 * The reader may be a browser: it learns what the service tells end users, and nothing of the network behind the
 * service.
 */
function told(error: unknown): object {
  const { detail, code } =
    error instanceof AnswerFailedError ? error : { detail: 'The answer broke off.', code: null };
  return { message: detail, type: 'server_error', param: null, code };
}
