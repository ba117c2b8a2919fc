import { TextDecoder } from 'node:util';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { ModelError } from '#core/models/model-error.ts';

/** No single event may be longer than this, in characters. */
const MAX_EVENT_LENGTH = 1024 * 1024;

/** Parses the bytes of an event stream, split anywhere, into the data of its events. */
export class EventReader {
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
