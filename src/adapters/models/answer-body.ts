import { StringDecoder } from 'node:string_decoder';
import { TextDecoder } from 'node:util';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { ModelError } from '#core/models/model-error.ts';
import type { AnswerState, Wire } from '#wires/wire.ts';
import type { Headers } from './http1/response-reader.ts';
import { statusFailure } from './provider-failure.ts';

/** Reads the bytes of one response. Both methods throw a ModelError when the response is not an answer. */
export interface AnswerBody {
  push(bytes: Buffer): void;
  end(): void;
}

const MAX_ERROR_BYTES = 64 * 1024;
/** JSON may need up to twelve bytes for one character. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Picks the reader for a response. Throws a ModelError when the headers already show that it is not an answer. */
export function bodyFor(
  status: number,
  headers: Headers,
  wire: Wire,
  answer: AnswerState,
  onText: (text: string) => void,
): AnswerBody {
  if (status !== 200) return new FailureBody(status, headers);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ModelError('rejected', 'the provider sent a compressed answer', { retryable: false });
  }
  const type =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? '';
  if (type === 'application/json') return new DocumentBody(wire, answer, onText);
  if (type === 'text/event-stream' || type === 'text/plain' || type === '') {
    return new EventBody(wire, answer, onText);
  }
  throw new ModelError('rejected', 'the provider sent neither events nor JSON', { retryable: false });
}

class EventBody implements AnswerBody {
  readonly #reader: EventReader;

  constructor(wire: Wire, answer: AnswerState, onText: (text: string) => void) {
    this.#reader = new EventReader((data) => {
      if (answer.closed) return;
      const text = wire.readEvent(answer, data);
      if (text !== '') onText(text);
    });
  }

  push(bytes: Buffer): void {
    this.#reader.push(bytes);
  }

  end(): void {
    this.#reader.end();
  }
}

/** A whole answer at once, from a server that does not stream. */
class DocumentBody implements AnswerBody {
  readonly #wire: Wire;
  readonly #answer: AnswerState;
  readonly #onText: (text: string) => void;
  readonly #collected = new Collected(MAX_DOCUMENT_BYTES);

  constructor(wire: Wire, answer: AnswerState, onText: (text: string) => void) {
    this.#wire = wire;
    this.#answer = answer;
    this.#onText = onText;
  }

  push(bytes: Buffer): void {
    if (this.#collected.add(bytes)) return;
    throw new ModelError('rejected', 'the provider sent a document longer than 16 MiB', { retryable: false });
  }

  end(): void {
    const text = this.#wire.readDocument(this.#answer, this.#collected.take());
    if (text !== '') this.#onText(text);
  }
}

/** Any status but 200. Redirects count as failures, because they are not followed. */
class FailureBody implements AnswerBody {
  readonly #status: number;
  readonly #headers: Headers;
  readonly #collected = new Collected(MAX_ERROR_BYTES);

  constructor(status: number, headers: Headers) {
    this.#status = status;
    this.#headers = headers;
  }

  push(bytes: Buffer): void {
    if (!this.#collected.add(bytes)) this.end();
  }

  end(): void {
    throw statusFailure(this.#status, this.#headers, this.#collected.take());
  }
}

/** Keeps the decoded text, not the bytes it was read from, and drops it once it is taken. */
class Collected {
  readonly #maxBytes: number;
  readonly #decoder = new StringDecoder('utf8');
  #text = '';
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False when these bytes exceed the limit; they are then dropped. */
  add(bytes: Buffer): boolean {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes) return false;
    this.#text += this.#decoder.write(bytes);
    return true;
  }

  take(): string {
    const text = this.#text + this.#decoder.end();
    this.#text = '';
    return text;
  }
}

/** No single event may be longer than this, in characters. */
const MAX_EVENT_LENGTH = 1024 * 1024;

/** Parses the bytes of an event stream, split anywhere, into the data of its events. */
class EventReader {
  readonly #parser: EventSourceParser;
  /** Created only when the stream is split within a character, which is rare. */
  #decoder: TextDecoder | null = null;
  #midCharacter = false;

  constructor(onData: (data: string) => void) {
    this.#parser = createParser({
      maxBufferSize: MAX_EVENT_LENGTH,
      onEvent: (event) => onData(event.data),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') throw tooLong();
      },
    });
  }

  /** Calls `onData` for every event that these bytes complete. */
  push(bytes: Buffer): void {
    this.#parser.feed(this.#decode(bytes));
  }

  /** The last event may lack its blank line. */
  end(): void {
    this.#parser.feed('\n\n');
  }

  /** Bytes that end in ASCII end a character, so most reads need no stateful decoder. */
  #decode(bytes: Buffer): string {
    const endsCharacter = (bytes[bytes.length - 1] ?? 0) < 0x80;
    if (endsCharacter && !this.#midCharacter) return bytes.toString('utf8');
    this.#decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
    this.#midCharacter = !endsCharacter;
    return this.#decoder.decode(bytes, { stream: true });
  }
}

function tooLong(): ModelError {
  return new ModelError('rejected', 'the provider sent an event longer than 1 MiB', { retryable: false });
}
