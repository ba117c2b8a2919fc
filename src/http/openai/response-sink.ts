import type { ServerResponse } from 'node:http';
import {
  endedAs,
  outputMessage,
  outputText,
  presentResponse,
  type ResponseFacts,
  underWay,
} from '#core/openai/present-response.ts';
import type { TurnOutcome } from '#core/turn/turn-sink.ts';
import { eventHeartbeat, ResponseSink, type StreamOptions } from '../streaming/stream-sink.ts';

const place = { output_index: 0, content_index: 0 } as const;

/** An answer as the typed events of a response. `[DONE]` follows a whole answer, and nothing else. */
export class ResponseEventSink extends ResponseSink {
  readonly #facts: ResponseFacts;
  readonly #item: { readonly item_id: string; readonly output_index: 0; readonly content_index: 0 };
  /** What stands around the number and the text of every delta. */
  readonly #delta: string;
  /** The last events repeat the whole text. */
  readonly #pieces: string[] = [];
  #number = 0;

  constructor(response: ServerResponse, options: StreamOptions, facts: ResponseFacts) {
    super(response, options);
    this.#facts = facts;
    this.#item = { item_id: outputMessage(facts, underWay('in_progress')).id, ...place };
    const type = 'response.output_text.delta';
    const known = JSON.stringify({ type, ...this.#item, logprobs: [] }).slice(0, -1);
    this.#delta = `event: ${type}\ndata: ${known},"sequence_number":`;
    const begun = presentResponse(facts, underWay('in_progress'));
    this.write(
      this.#event('response.created', { response: begun }) +
        this.#event('response.in_progress', { response: begun }),
    );
  }

  protected override get heartbeat(): string {
    return eventHeartbeat;
  }

  text(text: string): boolean {
    const begin = this.#begin();
    this.#pieces.push(text);
    return this.write(`${begin}${this.#delta}${this.#number++},"delta":${JSON.stringify(text)}}\n\n`);
  }

  queued(): void {}

  reset(): boolean {
    this.cut();
    return false;
  }

  ended(outcome: TurnOutcome): void {
    const state = endedAs(outcome, this.#pieces.join(''));
    const { status } = state;
    const type = status === 'completed' || status === 'incomplete' ? status : 'failed';
    const done = outcome.kind === 'completed' ? this.#begin() + this.#done(state) : '';
    const response = presentResponse(this.#facts, state);
    this.write(done + this.#event(`response.${type}`, { response }));
    if (outcome.kind === 'completed') this.write('data: [DONE]\n\n');
    this.finish();
  }

  /** What comes before the first text, once. */
  #begin(): string {
    if (this.#pieces.length > 0) return '';
    const item = outputMessage(this.#facts, underWay('in_progress'));
    return (
      this.#event('response.output_item.added', { output_index: 0, item }) +
      this.#event('response.content_part.added', { ...this.#item, part: outputText('') })
    );
  }

  #done(state: ReturnType<typeof endedAs>): string {
    const { content: text } = state;
    const item = outputMessage(this.#facts, state);
    return (
      this.#event('response.output_text.done', { ...this.#item, text, logprobs: [] }) +
      this.#event('response.content_part.done', { ...this.#item, part: outputText(text) }) +
      this.#event('response.output_item.done', { output_index: 0, item })
    );
  }

  #event(type: string, members: object): string {
    const data = JSON.stringify({ type, sequence_number: this.#number++, ...members });
    return `event: ${type}\ndata: ${data}\n\n`;
  }
}
