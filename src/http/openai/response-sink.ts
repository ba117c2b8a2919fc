import type { ServerResponse } from 'node:http';
import {
  endedAs,
  outputMessage,
  outputText,
  presentResponse,
  type ResponseFacts,
  underWay,
} from '#core/openai/present-response.ts';
import type { Cursor } from '#core/turn/cursor.ts';
import type { TurnOutcome } from '#core/turn/turn-sink.ts';
import { eventHeartbeat, ResponseSink, type StreamOptions } from '../streaming/stream-sink.ts';

const place = { output_index: 0, content_index: 0 } as const;

/**
 * An answer as the typed events of a response, from its beginning or after the last event that the reader knows.
 * `[DONE]` follows a whole answer, and nothing else.
 */
export class ResponseEventSink extends ResponseSink {
  readonly #facts: ResponseFacts;
  readonly #item: { readonly item_id: string; readonly output_index: 0; readonly content_index: 0 };
  /** The text around the number and the text of every delta. */
  readonly #delta: string;
  /** The last events repeat the whole text. */
  readonly #pieces: string[] = [];
  #number = 0;
  /** The last event that the reader has from an earlier stream; -1 without one. */
  readonly #known: number;

  constructor(response: ServerResponse, options: StreamOptions, facts: ResponseFacts, known = -1) {
    super(response, options);
    this.#facts = facts;
    this.#known = known;
    this.#item = { item_id: outputMessage(facts, underWay('in_progress')).id, ...place };
    const type = 'response.output_text.delta';
    const framed = JSON.stringify({ type, ...this.#item, logprobs: [] }).slice(0, -1);
    this.#delta = `event: ${type}\ndata: ${framed},"sequence_number":`;
    const begun = presentResponse(facts, underWay('in_progress'));
    this.write(
      this.#event('response.created', { response: begun }) +
        this.#event('response.in_progress', { response: begun }),
    );
  }

  protected override get heartbeat(): string {
    return eventHeartbeat;
  }

  text(text: string, cursor: Cursor): boolean {
    const begin = this.#begin();
    this.#pieces.push(text);
    const known = cursorAt(this.#known);
    // What the reader has is text of an attempt that is void.
    if (known !== null && known.attempt !== cursor.attempt) return this.reset();
    const unread = behind(known?.bytes ?? 0, text, cursor);
    this.#number = numberAt(cursor) + 1;
    if (unread === '') return begin === '' || this.write(begin);
    return this.write(`${begin}${this.#delta}${numberAt(cursor)},"delta":${JSON.stringify(unread)}}\n\n`);
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
    const { content: text, citations } = state;
    const item = outputMessage(this.#facts, state);
    const part = outputText(text, citations);
    const annotated = part.annotations.map((annotation, annotation_index) =>
      this.#event('response.output_text.annotation.added', { ...this.#item, annotation_index, annotation }),
    );
    return (
      annotated.join('') +
      this.#event('response.output_text.done', { ...this.#item, text, logprobs: [] }) +
      this.#event('response.content_part.done', { ...this.#item, part }) +
      this.#event('response.output_item.done', { output_index: 0, item })
    );
  }

  /** Nothing where the reader has it. */
  #event(type: string, members: object): string {
    const number = this.#number++;
    if (number <= this.#known) return '';
    const data = JSON.stringify({ type, sequence_number: number, ...members });
    return `event: ${type}\ndata: ${data}\n\n`;
  }
}

/** What follows the first `bytes` of the whole, of a text that ends at a cursor. */
function behind(bytes: number, text: string, cursor: Cursor): string {
  const from = cursor.bytes - Buffer.byteLength(text);
  if (bytes <= from) return text;
  return bytes >= cursor.bytes
    ? ''
    : Buffer.from(text)
        .subarray(bytes - from)
        .toString();
}

/** The events before the first text: created, in progress, and the beginnings of the message and of its text. */
const opening = 4;
const ofAttempt = 2 ** 32;

/**
 * The number of the event whose text ends at a cursor. It follows from the cursor alone, so that a reader can continue
 * after any event, in any process, however the text is cut into events then: numbers rise, and have gaps.
 */
export function numberAt({ attempt, bytes }: Cursor): number {
  return (attempt - 1) * ofAttempt + opening - 1 + bytes;
}

/** The text that a reader of the event with this number has; null before the first text. */
export function cursorAt(number: number): Cursor | null {
  if (number < opening) return null;
  return { attempt: Math.floor(number / ofAttempt) + 1, bytes: (number % ofAttempt) - opening + 1 };
}
