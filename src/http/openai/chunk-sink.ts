import type { ServerResponse } from 'node:http';
import { failureFacts } from '#contract/errors.ts';
import type { ChatCompletionChunk } from '#contract/openai/chat-completions.ts';
import { type OpenAiError, openAiCodeOfTurn } from '#contract/openai/errors.ts';
import {
  annotationsOf,
  answerMetadata,
  type CompletionFacts,
  completionHead,
  completionUsage,
} from '#core/openai/present-completion.ts';
import type { TokenCounts } from '#core/turn/turn.ts';
import type { TurnOutcome } from '#core/turn/turn-sink.ts';
import { eventHeartbeat, ResponseSink, type StreamOptions } from '../streaming/stream-sink.ts';
import type { Failure } from '../streaming/turn-failure.ts';

const eventsEnd = 'data: [DONE]\n\n';

/** An answer as the chunks of a chat completion. The role is in the first one, which goes out with the first text. */
export class ChunkSink extends ResponseSink {
  readonly #head: ReturnType<typeof completionHead>;
  readonly #metadata: ReturnType<typeof answerMetadata>;
  readonly #asked: number | null;
  /** Marks have their places in the whole text. */
  readonly #pieces: string[] = [];
  /** The text around every chunk: built once, because deltas dominate the cost of an answer. */
  readonly #before: string;
  readonly #after: string;
  #hasBegun = false;

  constructor(
    response: ServerResponse,
    options: StreamOptions,
    facts: CompletionFacts,
    /** The bytes of the request's text, to send a chunk with the tokens; null to send none. */
    asked: number | null,
  ) {
    super(response, options);
    this.#head = completionHead(facts);
    this.#metadata = answerMetadata(facts);
    this.#asked = asked;
    const place = '\0';
    const framed = this.#chunk([{ index: 0, delta: { content: place }, finish_reason: null }]);
    [this.#before = '', this.#after = ''] = framed.split(JSON.stringify(place));
  }

  protected override get heartbeat(): string {
    return eventHeartbeat;
  }

  text(text: string): boolean {
    this.#pieces.push(text);
    return this.write(this.#begin() + this.#before + JSON.stringify(text) + this.#after);
  }

  queued(): void {}

  reset(): boolean {
    this.cut();
    return false;
  }

  ended(outcome: TurnOutcome): void {
    if (outcome.kind !== 'completed') {
      this.cutBehind(`data: ${JSON.stringify(turnErrorOf(outcome))}\n\n`);
      return;
    }
    const text = this.#pieces.join('');
    const delta = annotationsOf(text, outcome.sources?.citations ?? null);
    const choice = { index: 0, delta, finish_reason: outcome.finishReason };
    const last = this.#chunk([choice], { metadata: this.#metadata });
    this.write(this.#begin() + last + this.#usage(outcome.tokens, text) + eventsEnd);
    this.finish();
  }

  #usage(tokens: TokenCounts, text: string): string {
    if (this.#asked === null) return '';
    const usage = completionUsage(tokens, { asked: this.#asked, answered: Buffer.byteLength(text) });
    return this.#chunk([], { usage });
  }

  /** The first chunk, once. */
  #begin(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    return this.#chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]);
  }

  /** With `include_usage` every chunk has a usage, and only that of the last one says something. */
  #chunk(
    choices: ChatCompletionChunk['choices'],
    last: Pick<ChatCompletionChunk, 'usage' | 'metadata'> = {},
  ): string {
    const chunk: ChatCompletionChunk = {
      ...this.#head,
      object: 'chat.completion.chunk',
      choices,
      ...(this.#asked !== null && { usage: null }),
      ...last,
    };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  }
}

/** Why an answer broke off, in OpenAI's form. */
function turnErrorOf({ code, reason = null }: Failure): OpenAiError {
  const type = code === 'provider_refused' ? 'invalid_request_error' : 'server_error';
  const message = failureFacts(code, reason).detail;
  return { error: { message, type, param: null, code: openAiCodeOfTurn(code, reason) } };
}
